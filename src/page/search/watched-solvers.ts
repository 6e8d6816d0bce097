/** The solvers that the page shows, each with its code and a picture of its memory. An entry adds another solver. */
import type { ComponentType } from 'preact';
import type { SearchEvent } from '../../textbook/search.js';
import { type SolverName, solverNames } from '../../textbook/solver-names.js';
import { Flags, Masks, type StateOfSearch } from './memories.js';

/** A line of pseudocode, with the kinds of steps that it executes. */
interface CodeLine {
  readonly text: string;
  readonly steps?: readonly SearchEvent['kind'][];
}

/** What the page knows about a solver. */
export interface Watched {
  /** The picture of the solver's memory. */
  readonly Memory: ComponentType<StateOfSearch>;
  /** What is special about the solver, as the end of a sentence that begins with `This one`. */
  readonly about: string;
  readonly code: readonly CodeLine[];
}

export const watched = {
  'diagonal-flags': {
    Memory: Flags,
    about: 'keeps a flag for each column and diagonal, and tests the squares of a row one by one.',
    code: [
      { text: 'fill(row):' },
      { text: '  if row = n: a solution, return', steps: ['solution'] },
      { text: '  for each column, from 0 to n - 1:' },
      { text: '    if its column and diagonal flags are 0:', steps: ['tried'] },
      { text: '      place a queen, set the three flags', steps: ['placed'] },
      { text: '      fill(row + 1)' },
      { text: '      remove it, clear the three flags', steps: ['undone'] },
    ],
  },
  bitmask: {
    Memory: Masks,
    about: 'keeps three rows of bits, moves them along, and finds all free squares of a row at once.',
    code: [
      { text: 'fill(row, columns, falling, rising):' },
      { text: '  if row = n: a solution, return', steps: ['solution'] },
      { text: '  free = all & ~(columns | falling | rising)', steps: ['masks'] },
      { text: '  while free is not 0:' },
      { text: '    queen = first bit of free, removed from it', steps: ['tried'] },
      { text: '    fill(row + 1, columns | queen,', steps: ['placed'] },
      { text: '         falling | queen, moved to the right,', steps: ['placed'] },
      { text: '         rising | queen, moved to the left)', steps: ['placed'] },
      { text: '    continue here with the rest of free', steps: ['undone'] },
    ],
  },
} satisfies Partial<Record<SolverName, Watched>>;

export type WatchedSolver = keyof typeof watched;

/** The names of these solvers, in the order of all solvers. */
export const watchedSolvers = solverNames.filter((name): name is WatchedSolver => name in watched);
