import { expect, test } from 'vitest';
import { cores } from '../../src/executors/machine.js';
import { fewerThreads, threadChoice, threadsForAny } from '../../src/executors/threads.js';

test('the default is one thread for each core', () => {
  expect(threadChoice()).toMatchObject({ threads: cores(), requested: 0 });
  expect(fewerThreads(threadChoice())).toBe(undefined);
});

test('a number from the user is taken as it is up to two threads for each core', () => {
  const most = 2 * cores();
  expect(threadChoice(most)).toMatchObject({ threads: most, requested: most });
  expect(fewerThreads(threadChoice(most))).toBe(undefined);
  expect(threadChoice(1000).threads).toBe(most);
  expect(fewerThreads(threadChoice(1000))).toMatch(
    new RegExp(`^this machine has .*: using ${most} threads, two per core, not 1000$`),
  );
});

test('a worker of a cluster has no more threads than memory, unless the user wants them', () => {
  const choice = { threads: 8, memoryAtHand: 300 * 2 ** 20 };
  expect(threadsForAny({ ...choice, requested: 0 })).toBe(4);
  expect(threadsForAny({ ...choice, requested: 0, memory: 2 ** 27 })).toBe(2);
  expect(threadsForAny({ ...choice, requested: 0, memoryAtHand: 1 })).toBe(1);
  expect(threadsForAny({ ...choice, requested: 8 })).toBe(8);
});
