import { expect, test } from 'vitest';
import { inspectMachine } from '../../../src/node/machine/machine.js';
import { PROGRAM_BYTES } from '../../../src/node/machine/memory.js';

const NONE = Number.POSITIVE_INFINITY;

test('by default, a count may use one thread for each core', () => {
  const { threads, cores, isDefault } = inspectMachine();
  expect({ threads, isDefault }).toEqual({ threads: cores, isDefault: true });
});

test('a number of threads from the user is taken as it is', () => {
  const { cores } = inspectMachine();
  expect(inspectMachine(1000)).toMatchObject({ threads: 1000, cores, isDefault: false });
});

test('a quota is rounded up to whole cores, and nothing exceeds the machine', () => {
  const inspect = (cores: number, memory: number) => inspectMachine(0, undefined, { cores, memory });
  expect(inspect(0.5, NONE)).toMatchObject({ cores: 1, quota: 0.5 });
  expect(inspect(1e6, NONE).cores).toBe(inspect(NONE, NONE).cores);
  expect(inspect(1, 1000).availableMemory).toBe(1000 - PROGRAM_BYTES);
  expect(inspect(1, 2 ** 63).availableMemory).toBeLessThan(2 ** 63 - PROGRAM_BYTES);
});
