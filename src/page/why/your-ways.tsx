import { useState } from 'preact/hooks';
import type { Placement } from '../../core/board/placement.js';
import { findFundamental, isFundamental, orbit } from '../../core/board/symmetries.js';
import { BoardList } from '../parts/board-list.js';
import { Button } from '../parts/controls.js';
import { WAYS } from './halves.js';

/** Number of ways if the turns and mirror images of a way count as one kind. */
const KINDS = WAYS.filter(isFundamental).length;

/** Name of the value in the browser's storage: a list of ways, each as the columns of its queens. */
const KEY = 'queens-par ways';

/** Ways found during this visit, in case the browser stores nothing, as in a private window. */
let visited = '';

function load(): string {
  try {
    return localStorage.getItem(KEY) ?? visited;
  } catch {
    return visited;
  }
}

/** Returns the ways found so far, in the order found, and functions to add one and to forget them all. */
export function useFoundWays() {
  const [names, setNames] = useState(() => load().split(' '));
  function store(next: readonly string[]): void {
    setNames([...next]);
    visited = next.join(' ').trim();
    try {
      localStorage.setItem(KEY, visited);
    } catch {} // the ways stay in `visited`
  }
  return {
    found: names.flatMap((name) => WAYS.filter((way) => String(way) === name)), // ignores other stored text
    keep: (way: Placement) => store([...new Set([...load().split(' '), String(way)])]), // also those of other tabs
    forget: () => store([]),
  };
}

/**
 * The player's collection: each way found, followed by its turns and mirror images in gray.
 *
 * @param found ways in the order in which they were found.
 * @param shown the way on the board; undefined if a queen is missing.
 */
export function YourWays(props: {
  readonly found: readonly Placement[];
  readonly shown: Placement | undefined;
  readonly onShow: (way: Placement) => void;
  readonly onForget: () => void;
}) {
  const { found, shown, onShow, onForget } = props;
  const kinds = found.map((way) => String(findFundamental(way)));
  const firsts = found.filter((_, index) => kinds.indexOf(kinds[index] ?? '') === index);
  const boards = firsts.flatMap(orbit);
  const isFound = new Set(found.map(String));
  // The boards shrink as their number grows, so the images of many ways take no more room than those of two.
  const across = firsts.length <= 2 ? 12 : firsts.length <= 4 ? 16 : 25;
  return (
    <section class="ways after" aria-label="Your ways" style={{ '--across': across }}>
      <p class="row hint">
        <span>
          <b>
            Your ways: {found.length} of 92, {firsts.length} of {KINDS} kinds.
          </b>
          {[' This browser keeps the ways that you find.', ' Gray: turned or flipped.'][firsts.length]}
        </span>
        {found.length > 0 && <Button onPress={onForget} children="Clear list" />}
      </p>
      {found.length > 0 && (
        <BoardList
          label="Ways"
          boards={boards}
          chosen={shown}
          getNote={(index) => (isFound.has(String(boards[index])) ? undefined : 'image')}
          onChoose={(index) => onShow(boards[index] ?? [])}
        />
      )}
    </section>
  );
}
