/**
 * The ways that the player of step 1 has found. The browser keeps them between visits where it may: a private window or
 * a strict browser refuses, and then they last as long as the page.
 */
import type { Placement } from '../../board/placement.js';

/** The name of the value in the browser's storage: columns of the queens, a way after the other. */
const KEY = 'queens-par ways';

/** Ways found in this visit, for browsers that keep nothing. */
let visited = '';

/**
 * Returns the ways that were found, in the order of finding. @param all the ways that exist. Other texts are ignored.
 */
export function readWays(all: readonly Placement[]): readonly Placement[] {
  const names = new Set(stored().split(' '));
  return [...names].flatMap((name) => all.filter((way) => String(way) === name));
}

/** Keeps a way after those that are kept, also by other tabs. */
export function keepWay(way: Placement): void {
  store(`${stored()} ${way}`.trim());
}

/** Forgets all ways. */
export function forgetWays(): void {
  store('');
}

function stored(): string {
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
