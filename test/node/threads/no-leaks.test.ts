import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type CountOptions, count } from '../../../src/index.js';
import { has } from '../../machine.js';

/** Counts the threads and open descriptors of this process. */
function countResources() {
  if (!has('/proc/self/fd')) return { threads: 0, descriptors: 0 };
  return { threads: readdirSync('/proc/self/task').length, descriptors: readdirSync('/proc/self/fd').length };
}

/** Checks that 20 calls release threads, descriptors and memory. Two calls before them load the modules. */
async function expectNoLeaks(act: (trial: number) => Promise<unknown>): Promise<void> {
  for (let trial = 0; trial < 2; trial++) await act(trial);
  const before = countResources();
  const { rss } = process.memoryUsage();
  for (let trial = 0; trial < 20; trial++) await act(trial);
  const after = countResources();
  expect(after.threads).toBeLessThanOrEqual(before.threads);
  expect(after.descriptors).toBeLessThanOrEqual(before.descriptors);
  expect(process.memoryUsage().rss - rss).toBeLessThan(250e6); // 430 MB with 20 leaks, 75 MB without
}

const fail = () => {
  throw new Error('thrown on purpose');
};

test('20 counts that are stopped, or whose callbacks throw, release threads, descriptors and memory', async () => {
  const ways: ((trial: number) => CountOptions)[] = [
    (trial) => ({ signal: AbortSignal.timeout(3 * (trial % 30)) }),
    () => ({ onProgress: fail }),
    () => ({ onProgress: async ({ finished }) => finished > 0 && fail(), depth: 4 }),
  ];
  await expectNoLeaks(async (trial) => {
    const options = ways[trial % ways.length]?.(trial);
    await expect(count(18, { algorithm: 'bitmask', threads: 4, ...options })).rejects.toThrow(/timeout|on purpose/);
  });
});
