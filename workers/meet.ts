import { createMask } from '../src/core/board/masks.js';
import { OutOfMemoryError } from '../src/core/errors/errors.js';
import type { BandFilling, SideRules } from '../src/core/meet/band-filling.js';
import { bandFillings, divideForMemory } from '../src/core/meet/fitting-fillings.js';
import { assignKeyBits, type SideBits } from '../src/core/meet/key-bits.js';
import type { Tally } from '../src/core/plan/partial-count.js';
import type { MeetSubproblem } from '../src/core/plan/subproblem.js';
import { createInstance, createRefusedMemoryError, inMegabytes } from './instance.js';
import { referenceMeetKernel } from './meet-reference.js';

interface MeetExports {
  readonly memory: WebAssembly.Memory;
  /** Address of the board to count; workers/assembly/meet/board.ts describes the format. */
  readonly input: WebAssembly.Global<'i32'>;
  grantMemory(bytes: number): boolean;
  count(): number;
  pairsCompared(): number;
}

const MEGABYTE = 2 ** 20;

const DEFAULT_MEMORY = 256 * MEGABYTE;

/** The maximum memory of a WebAssembly module, in bytes, less one page so that the number fits in 32 bits. */
const MAX_MEMORY = 2 ** 32 - 2 ** 16;

/** The result of `countOrTrap` if a list has too many keys. `MeetExports.count` returns -1 if memory is short. */
const TOO_MANY_KEYS = -2;

/** The minimum memory limit, in bytes: a fixed 1.5 MB, and room for short lists. */
export const MIN_MEMORY = 2 * MEGABYTE;

/**
 * Returns the smallest memory limit that is enough for n, in bytes. With less, a filling may outgrow the memory even
 * when all its columns have a side, so it cannot be divided further. For each n from 19 to 28, the columns of 2,000
 * random fillings got the sides that need the most memory (by hill climbing). Fillings for n = 24, 26 and 27 needed up
 * to 5 MB, those for 25 and 28 up to 4 MB, and all others up to 3 MB (2026-11-27; 26 and 27: 2026-11-28).
 */
export function minMemory(n: number): number {
  return n < 19 ? MIN_MEMORY : n < 24 ? 2 * MIN_MEMORY : 4 * MIN_MEMORY;
}

/**
 * Memory that the largest subproblem needs if its lists are not divided, by n, in megabytes: measured, plus a margin
 * (2026-11-22). Smaller n need 3 MB; the need of larger n is unknown.
 */
const MEASURED_NEED: Readonly<Record<number, number>> = { 13: 3, 14: 3, 15: 5, 16: 7, 17: 14, 18: 69 };

/** Returns an upper bound for the memory that a subproblem can use, in bytes; Infinity if unknown. */
export function memoryNeed(n: number): number {
  return (MEASURED_NEED[n] ?? (n < 13 ? 3 : Number.POSITIVE_INFINITY)) * MEGABYTE;
}

/** Options for listing halves. Counts do not depend on them. Each default is the fastest choice for n. */
interface ListOptions {
  /** True to pack all lists, not only those that must be packed. */
  readonly isPacked?: boolean;
  readonly patternColumns?: number;
}

/**
 * Creates the fast kernel of `meet` from its compiled module. The kernel reuses its memory. Its tallies are those of
 * meet-reference.ts, whatever its memory limit.
 *
 * @param memory memory limit, in bytes. If the system grants less, the kernel uses less.
 * @returns the kernel. It throws OutOfMemoryError if a subproblem outgrows its memory, but stays usable.
 */
export function createMeetKernel(
  module: WebAssembly.Module,
  memory = DEFAULT_MEMORY,
  lists: ListOptions = {},
): (subproblem: MeetSubproblem) => Tally {
  // TypeScript does not know the exports of a WebAssembly module, so MeetExports repeats their declarations.
  const kernel = createInstance(module).exports as unknown as MeetExports;
  let limit = Math.min(memory, MAX_MEMORY);

  return (subproblem) => {
    while (!kernel.grantMemory(Math.min(limit, memoryNeed(subproblem.n)))) {
      if (limit <= MIN_MEMORY) throw createRefusedMemoryError(limit);
      limit = Math.floor(limit / 2);
    }
    const tally = { count: 0, work: 0 };

    /**
     * Adds the count of a filling. Returns false if the filling must be divided because its lists outgrow the memory or
     * a list has too many keys. Dividing makes lists fewer, not shorter, so the reference kernel counts a filling that
     * cannot be divided further and still has too many keys in a list.
     */
    const addIfFits = (filling: BandFilling): boolean => {
      new Int32Array(kernel.memory.buffer, kernel.input.value).set(encodeBoard(filling, lists));
      const count = countOrTrap(kernel);
      if (count === TOO_MANY_KEYS && filling.free === 0) {
        const { count: exact, work } = referenceMeetKernel(filling.board);
        tally.count += exact;
        tally.work += work;
        return true;
      }
      if (count < 0) {
        if (filling.free !== 0) return false;
        const problem = `subproblem ${subproblem.id} needs more than ${inMegabytes(limit)} in its thread`;
        if (limit < memory) throw new OutOfMemoryError(`${problem}; free some memory`);
        throw new OutOfMemoryError(problem, 2 * limit);
      }
      tally.count += count;
      tally.work += kernel.pairsCompared();
      return true;
    };

    /**
     * Adds the count of a filling, or of its parts if its lists outgrow the memory. A part is divided like a filling:
     *
     *     depth 0    filling                       not tried if minDepth is 1 or more
     *     depth 1    part      part                tried: the left one fits, the right one does not
     *     depth 2              part   part         tried: both fit
     *
     * A failed try takes time, so at depths less than `minDepth`, parts are divided without a try. Returns the smallest
     * depth of a part that fits (1 in the drawing). The next filling has similar lists, so it starts at that depth.
     */
    const add = (filling: BandFilling, depth: number, minDepth: number): number => {
      if ((depth >= minDepth || filling.free === 0) && addIfFits(filling)) return depth;
      const depths = divideForMemory(filling).map((part) => add(part, depth + 1, minDepth));
      return depths.length > 0 ? Math.min(...depths) : depth;
    };

    let minDepth = 0;
    for (const filling of bandFillings(subproblem)) minDepth = add(filling, 0, minDepth);
    return tally;
  };
}

/**
 * The number of pattern columns that is fastest and fits in memory, by n; 0 for smaller n, and 6 for larger n. With six
 * instead of three, n = 19 takes 1.3 times as long. With the wide kernel, the times for three to nine columns are
 * within 3% of each other for n = 22, and the time for three columns is within 2% of the shortest for n = 20
 * (2026-11-27).
 */
const PATTERN_COLUMNS: Readonly<Record<number, number>> = { 16: 3, 17: 3, 18: 7, 19: 3, 20: 3 };

/**
 * Returns a mask of the pattern columns for a filling, whose sides are fixed before the last row is listed
 * (docs/meet-in-the-middle.md, "The last two rows"). The kernel lists the halves below separately for each subset of
 * these columns, so the lists are short enough for the CPU cache. From n = 19 on, pattern columns save memory but take
 * time. The kernel adds more if memory is short. If fewer than `count` columns are free, the pattern has fewer.
 */
function choosePattern({ board, free, lastQueens }: BandFilling, count?: number): number {
  const lastColumns = createMask(lastQueens.map(({ column }) => column));
  let picked = 0;
  let missing = count ?? PATTERN_COLUMNS[board.n] ?? (board.n < 16 ? 0 : 6);
  // Columns where the last band queen cannot stand come first, then the others, both from the highest down.
  for (const mask of [free & ~lastColumns, free & lastColumns]) {
    for (let column = 31; column >= 0 && missing > 0; column--) {
      if (!(mask & (1 << column))) continue;
      picked |= 1 << column;
      missing--;
    }
  }
  return picked;
}

/** Counts the filling in the kernel's input. A list with too many keys stops the kernel with a trap. */
function countOrTrap(kernel: MeetExports): number {
  try {
    return kernel.count();
  } catch (error) {
    if (error instanceof WebAssembly.RuntimeError && /unreachable/i.test(error.message)) return TOO_MANY_KEYS;
    throw error;
  }
}

/** Encodes a filling as the list of numbers that the kernel reads. @throws Error if its keys have too many bits. */
function encodeBoard(filling: BandFilling, options: ListOptions): number[] {
  const { n, rowsAbove, bandRows, lastRow } = filling.board;
  // Unpacked lists work only for n <= 17 with two band rows.
  const isPacked = options.isPacked || n > 17 || bandRows > 2;
  const pattern = choosePattern(filling, options.patternColumns);
  const bits = assignKeyBits(filling);
  if (!bits) throw new Error(`the keys of a band filling do not fit (n = ${n}, ${bandRows} band rows)`);
  // Without packing, keys contain all diagonals that cross the band.
  const maskBits = isPacked ? bits.maskBits : n - 1 - bandRows;
  const side = (
    { rows, required, tieRow, tieColumns, allowed }: SideRules,
    { packedRows, l, d }: SideBits,
  ): number[] => {
    const rules = [rows, filling.free & ~pattern, pattern, required, tieRow, tieColumns, ...allowed];
    return pad(128, [...pad(32, rules), packedRows, ...l, ...d]);
  };
  const head = [n, bandRows, lastRow - rowsAbove, isPacked ? 1 : 0, filling.lastQueens.length, maskBits, 0, 0];
  const lastQueens = filling.lastQueens.flatMap(({ column, strict, tie }) => [column, strict, tie]);
  return [...head, ...side(filling.above, bits.above), ...side(filling.below, bits.below), ...lastQueens];
}

function pad(length: number, numbers: readonly number[]): number[] {
  return [...numbers, ...new Array<number>(length - numbers.length).fill(0)];
}
