/**
 * The ways that the player has found in step 1. The browser stores them between visits. If it refuses, as in a private
 * window, they last until the page is closed.
 */
import { useState } from 'preact/hooks';
import type { Placement } from '../../core/board/placement.js';
import { WAYS } from './halves.js';

/** Name of the value in the browser's storage: a list of ways, each as the columns of its queens. */
const KEY = 'queens-par ways';

/** Ways found during this visit, in case the browser stores nothing. */
let visited = '';

/** Returns the ways found so far, in the order found, and functions to add one and to forget them all. */
export function useFoundWays() {
  const [found, setFound] = useState(readWays);
  const update = () => setFound(readWays());
  function keep(way: Placement): void {
    store([...new Set([...load().split(' '), String(way)])].join(' ').trim());
    update();
  }
  function forget(): void {
    store('');
    update();
  }
  return { found, keep, forget };
}

/** Reads the stored ways. Other stored text is ignored. */
function readWays(): readonly Placement[] {
  const names = new Set(load().split(' '));
  return [...names].flatMap((name) => WAYS.filter((way) => String(way) === name));
}

function load(): string {
  try {
    return localStorage.getItem(KEY) ?? visited;
  } catch {
    return visited;
  }
}

function store(text: string): void {
  visited = text;
  try {
    localStorage.setItem(KEY, text);
  } catch {} // the ways stay in `visited`
}
