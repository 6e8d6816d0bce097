/**
 * The ways that the player has found in step 1. The browser stores them between visits. If it refuses, as in a private
 * window, they last as long as the page.
 */
import type { Placement } from '../../core/board/placement.js';

/** Name of the value in the browser's storage: a list of ways, each as the columns of its queens. */
const KEY = 'queens-par ways';

/** Ways found in this visit, for browsers that store nothing. */
let visited = '';

/**
 * Returns the ways found so far, in order. @param all the ways that exist. Other stored text is ignored.
 */
export function readWays(all: readonly Placement[]): readonly Placement[] {
  const names = new Set(readText().split(' '));
  return [...names].flatMap((name) => all.filter((way) => String(way) === name));
}

/** Adds a way to the stored ones, which include those of other tabs. */
export function keepWay(way: Placement): void {
  writeText(`${readText()} ${way}`.trim());
}

/** Forgets all ways. */
export function forgetWays(): void {
  writeText('');
}

function readText(): string {
  try {
    return localStorage.getItem(KEY) ?? visited;
  } catch {
    return visited;
  }
}

function writeText(text: string): void {
  visited = text;
  try {
    localStorage.setItem(KEY, text);
  } catch {} // the ways stay in `visited`
}
