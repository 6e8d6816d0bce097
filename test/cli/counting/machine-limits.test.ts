import { expect, test } from 'vitest';
import { describeThreadLimit } from '../../../src/cli/counting/machine-limits.js';
import { inspectMachine } from '../../../src/node/machine/machine.js';

const MB = 2 ** 20;

/** A machine with four cores, and with 400 MB for all threads. The program itself needs 60 MB. */
const FOUR_CORES = { ...inspectMachine(), cores: 4, availableMemory: 400 * MB };

test.each([
  [8, 10, undefined], // two per core
  [9, 10, '9 threads share 4 cores; --threads 4 would be faster'],
  [4, 100, undefined],
  [5, 100, '5 threads may take 560 MB of memory, but this machine has 460 MB free; --threads 4 would be faster'],
  [3, 150, '3 threads may take 510 MB of memory, but this machine has 460 MB free; --threads 2 would be faster'],
  [1, 500, '1 thread may take 560 MB of memory, but this machine has 460 MB free'],
])('the note on %i threads of %i MB each', (threads, megabytes, note) => {
  expect(describeThreadLimit(FOUR_CORES, threads, megabytes * MB)).toBe(note);
});
