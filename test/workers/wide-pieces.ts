import fc from 'fast-check';
import { expect } from 'vitest';
import { OutOfMemoryError } from '../../src/core/errors/errors.js';
import type { Band } from '../../src/core/meet/band.js';
import { chooseMeetCut } from '../../src/core/plan/meet-plan.js';
import type { MeetSubproblem } from '../../src/core/plan/subproblem.js';
import { createMeetKernel, minMemory } from '../../workers/meet.js';
import { isBand } from '../core/meet/bands.js';
import { randomSubproblem } from '../core/plan/random-subproblem.js';
import { meetModule, wideMeetModule } from './meet-modules.js';

/** Returns the bands that a kernel counts for n: the planned one, and those of two rows, with keys of up to 16 bits. */
function bandsFor(n: number): Omit<Band, 'n'>[] {
  const rowsAbove = Math.floor((n - 1) / 2);
  const narrow = { rowsAbove, bandRows: 2, lastRow: rowsAbove };
  return n <= 20 && isBand({ n, ...narrow }) ? [chooseMeetCut(n, 0), narrow] : [chooseMeetCut(n, 0)];
}

const PIECES = fc.integer({ min: 14, max: 26 }).chain((n) =>
  fc.record({
    n: fc.constant(n),
    band: fc.constantFrom(...bandsFor(n)),
    open: fc.integer({ min: 0, max: 9 }),
    choices: fc.infiniteStream(fc.nat()),
    memory: fc.oneof(
      fc.integer({ min: 1.5 * 2 ** 20, max: 4 * 2 ** 20 }),
      fc.integer({ min: minMemory(n), max: 2 ** 28 }),
    ),
    isPacked: fc.boolean(),
    patternColumns: fc.option(fc.integer({ min: 0, max: 8 }), { nil: undefined }),
  }),
);

/**
 * Expects the wide kernel to return the same tallies as the plain one for random pieces of n = 14 to 26, with any
 * memory from less than the least, and to run out of memory where the plain one does.
 */
export function expectEqualTallies(runs: number): void {
  fc.assert(
    fc.property(PIECES, ({ n, band, open, choices, memory, isPacked, patternColumns }) => {
      const subproblem = randomSubproblem(n, choices, open, band);
      const lists = { isPacked, patternColumns };
      expect(outcome(subproblem, wideMeetModule, memory, lists)).toEqual(
        outcome(subproblem, meetModule, memory, lists),
      );
    }),
    { numRuns: runs },
  );
}

/** Counts a subproblem. Returns the tally or the message of an OutOfMemoryError. */
function outcome(subproblem: MeetSubproblem, module: WebAssembly.Module, ...options: [number, object]): unknown {
  try {
    return createMeetKernel(module, ...options)(subproblem);
  } catch (error) {
    if (error instanceof OutOfMemoryError) return error.message;
    throw error;
  }
}
