import type { MeetBoard } from '../src/core/meet/board.js';
import { createSubproblem } from '../src/core/plan/meet-plan.js';
import type { Tally } from '../src/core/plan/partial-count.js';
import { createMeetKernel } from './meet.js';

/**
 * Boards that take 1 to 5 ms each, with the fast kernel's tallies. Together, they use every variant of the wide kernel:
 * lists that are packed or not, keys with four and with five chunks, words with one and with two vectors, full or not,
 * with and without ties, and last keys that are compared directly.
 */
const BOARDS: readonly (readonly [MeetBoard, Tally])[] = [
  [
    { n: 16, rowsAbove: 7, bandRows: 2, lastRow: 7, queens: [14], above: 0xc60, below: 0x280 },
    { count: 100_546, work: 2_553_136 },
  ],
  [
    { n: 18, rowsAbove: 8, bandRows: 2, lastRow: 8, queens: [16], above: 0x5cb0, below: 0x2140 },
    { count: 175_814, work: 11_614_629 },
  ],
  [
    { n: 20, rowsAbove: 9, bandRows: 2, lastRow: 9, queens: [18], above: 0xc030, below: 0x13bc0 },
    { count: 77_528, work: 53_148_354 },
  ],
  [
    { n: 20, rowsAbove: 9, bandRows: 3, lastRow: 11, queens: [15, 11], above: 0x2140, below: 0x52a0 },
    { count: 317_356, work: 49_216_997 },
  ],
];

/** Returns whether a `meet` module returns the tallies of BOARDS. Takes 40 ms, mostly for compilation. */
export function passesSelfCheck(module: WebAssembly.Module): boolean {
  const kernel = createMeetKernel(module);
  return BOARDS.every(([board, expected]) => {
    const { count, work } = kernel(createSubproblem(board));
    return count === expected.count && work === expected.work;
  });
}
