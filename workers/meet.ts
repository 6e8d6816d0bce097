import { OutOfMemoryError } from '../src/errors/errors.js';
import { packsLists } from '../src/plan/band.js';
import type { BandFilling, SideRules } from '../src/plan/band-filling.js';
import { bandFillings, divideForMemory } from '../src/plan/fitting-fillings.js';
import { keyBits, type SideBits } from '../src/plan/key-bits.js';
import type { Tally } from '../src/plan/partial-count.js';
import { patternOf } from '../src/plan/pattern.js';
import type { MeetSubproblem } from '../src/plan/subproblem.js';
import { LEAST_MEMORY, memoryNeed } from '../src/plan/thread-memory.js';
import { makeInstance } from './instance.js';

/** The exports of workers/assembly/meet.ts. */
interface MeetExports {
  readonly memory: WebAssembly.Memory;
  /** Address of the board to count; workers/assembly/meet/board.ts describes the format. */
  readonly input: WebAssembly.Global<'i32'>;
  grantMemory(bytes: number): boolean;
  count(): number;
  pairsCompared(): number;
}

/** The default memory limit, in bytes. */
const DEFAULT_MEMORY = 256 * 2 ** 20;

/** The largest memory of a WebAssembly module, in bytes. One page is left out, so that the number fits in 32 bits. */
const MOST_MEMORY = 2 ** 32 - 2 ** 16;

/** How the kernel lists halves. Counts do not depend on it. Each default is the fastest choice for n. */
interface ListOptions {
  /** Whether all lists are packed, not only those that must be (`packsLists`). */
  readonly isPacked?: boolean;
  /** Number of pattern columns. */
  readonly patternColumns?: number;
}

/**
 * Makes the fast kernel of `meet` from its compiled module. The kernel reuses its memory, and returns the same tallies
 * as meet-readable.ts, whatever its memory.
 *
 * @param memory memory limit, in bytes. If the system grants less, the kernel uses less.
 * @returns the kernel. It throws OutOfMemoryError if a subproblem outgrows its memory, and stays usable.
 */
export function meetKernel(
  module: WebAssembly.Module,
  memory = DEFAULT_MEMORY,
  lists: ListOptions = {},
): (subproblem: MeetSubproblem) => Tally {
  // TypeScript does not know the exports of a WebAssembly module, so MeetExports repeats their declarations.
  const kernel = makeInstance(module).exports as unknown as MeetExports;
  let limit = Math.min(memory, MOST_MEMORY);

  return (subproblem) => {
    while (!kernel.grantMemory(Math.min(limit, memoryNeed(subproblem.n)))) {
      if (limit <= LEAST_MEMORY) {
        const remedy = 'use fewer threads, or free memory';
        throw new OutOfMemoryError(`the system refuses a thread ${inMegabytes(limit)}: ${remedy}`);
      }
      limit = Math.floor(limit / 2);
    }
    const tally = { count: 0, work: 0 };

    /** Adds the count of a filling, unless its lists outgrow the memory. */
    const fits = (filling: BandFilling): boolean => {
      new Int32Array(kernel.memory.buffer, kernel.input.value).set(boardInput(filling, lists));
      const count = kernel.count();
      if (count < 0) {
        if (filling.free !== 0) return false;
        throw new OutOfMemoryError(`subproblem ${subproblem.id} needs more than ${inMegabytes(limit)} in its thread`);
      }
      tally.count += count;
      tally.work += kernel.pairsCompared();
      return true;
    };

    /**
     * Adds the counts of a filling that was divided `divided` times. A try that fails takes time, so the filling is first
     * divided `least` times. Returns the number of times for the part that needed fewest.
     */
    const add = (filling: BandFilling, divided: number, least: number): number => {
      if ((divided >= least || filling.free === 0) && fits(filling)) return divided;
      const parts = divideForMemory(filling).map((part) => add(part, divided + 1, least));
      return parts.length > 0 ? Math.min(...parts) : divided;
    };

    let least = 0;
    for (const filling of bandFillings(subproblem)) least = add(filling, 0, least);
    return tally;
  };
}

function inMegabytes(bytes: number): string {
  return `${(bytes / 2 ** 20).toFixed(1)} MB of memory`;
}

/** Returns the board as the list of numbers that the kernel reads. @throws Error if it does not fit the kernel. */
function boardInput(filling: BandFilling, options: ListOptions): number[] {
  const { n, rowsAbove, bandRows, lastRow } = filling.board;
  const isPacked = options.isPacked || packsLists(filling.board);
  const pattern = patternOf(filling, options.patternColumns);
  const bits = keyBits(filling);
  if (!bits) throw new Error(`the keys of a band filling do not fit (n = ${n}, ${bandRows} band rows)`);
  // Lists that are not packed have keys of all diagonals that cross the band.
  const maskBits = isPacked ? bits.maskBits : n - 1 - bandRows;
  const side = ({ rows, required, tieRow, tieColumns, allowed }: SideRules, { packedRows, l, d }: SideBits): number[] =>
    padded(128, [
      ...padded(32, [...[rows, filling.free & ~pattern, pattern, required, tieRow, tieColumns], ...allowed]),
      ...[packedRows, ...l, ...d],
    ]);
  return [
    ...[n, bandRows, lastRow - rowsAbove, isPacked ? 1 : 0, filling.lastQueens.length, maskBits, 0, 0],
    ...side(filling.above, bits.above),
    ...side(filling.below, bits.below),
    ...filling.lastQueens.flatMap(({ column, strict, tie }) => [column, strict, tie]),
  ];
}

function padded(length: number, numbers: readonly number[]): number[] {
  return [...numbers, ...new Array<number>(length - numbers.length).fill(0)];
}
