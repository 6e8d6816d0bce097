import { expect, test } from 'vitest';
import { masksOf } from '../../src/core/board/masks.js';
import { compileKernel } from '../../src/node/threads/compile-kernel.js';
import { referenceBitmaskKernel } from '../../workers/bitmask-reference.js';
import { createInstance } from '../../workers/instance.js';

/** The layout in workers/assembly/bitmask.ts. A row has four arrays: open, falling, rising, free. */
const LISTS = 0x2100;
const ROOM = 1088;
/** The bytes of an array that stores may reach: less than two passes, and a vector. The others must not change. */
const USED = 2 * 512 + 16;
const ARRAYS = 4 * 32;
const CANARY = 0xa5;

/** Fills all arrays with boards on which every column is free, and puts canaries behind them. */
function fillLists(memory: Uint8Array): void {
  memory.fill(CANARY, LISTS);
  for (let array = 0; array < ARRAYS; array++) {
    const isAttack = array % 4 === 1 || array % 4 === 2;
    memory.fill(isAttack ? 0 : 0xff, LISTS + array * ROOM, LISTS + array * ROOM + USED);
  }
}

/** Returns the number of bytes that have been written in the array of open columns of the fullest list. */
function findFullest(memory: Uint8Array): number {
  let bytes = 0;
  for (let array = 0; array < ARRAYS; array += 4) {
    const start = LISTS + array * ROOM;
    bytes = Math.max(bytes, memory.subarray(start, start + USED).findLastIndex((byte) => byte !== 0xff) + 1);
  }
  return bytes;
}

// A full list lacks one board of two passes. The store of zeros behind it reaches one lane less than USED.
test.each([
  { n: 1, prefix: [], fullest: 0 },
  { n: 4, prefix: [], fullest: 24 },
  { n: 16, prefix: [2, 5], fullest: USED - 2 },
  { n: 17, prefix: [13, 8, 1, 3], fullest: USED - 4 },
  { n: 32, prefix: [0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30, 1, 3], fullest: 900 },
])('n = $n after $prefix: no store leaves its list, and old boards behind a list do not count', (board) => {
  const { n, prefix, fullest } = board;
  const { bitmask } = compileKernel('bitmask', 'fast');
  if (!bitmask) throw new Error('there is no module');
  // TypeScript does not know the exports of a WebAssembly module.
  const kernel = createInstance(bitmask).exports as unknown as {
    readonly memory: WebAssembly.Memory;
    count(n: number, columns: number, falling: number, rising: number): bigint;
    work(): bigint;
  };
  const memory = new Uint8Array(kernel.memory.buffer);
  fillLists(memory);
  const { columns, falling, rising } = masksOf(prefix);
  const { count, work } = referenceBitmaskKernel({ algorithm: 'bitmask', id: 'x', n, weight: 1, cost: 1, prefix });
  expect(kernel.count(n, columns, falling, rising)).toBe(BigInt(count));
  expect(kernel.work()).toBe(BigInt(work));
  expect(findFullest(memory)).toBe(fullest);
  for (let array = 0; array < ARRAYS; array++) {
    const end = LISTS + array * ROOM + USED;
    expect(memory.subarray(end, end + ROOM - USED).every((byte) => byte === CANARY)).toBe(true);
  }
  expect(memory.subarray(LISTS + ARRAYS * ROOM).every((byte) => byte === CANARY)).toBe(true);
});
