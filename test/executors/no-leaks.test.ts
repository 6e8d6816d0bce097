import { readdirSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { type CountOptions, count } from '../../src/index.js';
import { ServerCounts } from '../../src/server/server-counts.js';

/** Threads and open descriptors of this process. */
function held() {
  return { threads: readdirSync('/proc/self/task').length, descriptors: readdirSync('/proc/self/fd').length };
}

/** Does something twice, to load what it needs, then 60 times, and expects that it leaves nothing behind. */
async function leavesNothing(act: (trial: number) => Promise<unknown>): Promise<void> {
  for (let trial = 0; trial < 2; trial++) await act(trial);
  const before = held();
  const { rss } = process.memoryUsage();
  for (let trial = 0; trial < 60; trial++) await act(trial);
  const after = held();
  expect(after.threads).toBeLessThanOrEqual(before.threads);
  expect(after.descriptors).toBeLessThanOrEqual(before.descriptors);
  expect(process.memoryUsage().rss - rss).toBeLessThan(500e6); // leaked threads take 1,290 MB, Node 24 itself 250
}

/** A count on four threads that takes minutes. */
const long = (options: CountOptions) => count(18, { algorithm: 'bitmask', threads: 4, ...options });

test('60 counts that are stopped leave no threads, no descriptors and no memory behind', async () => {
  await leavesNothing(async (trial) => {
    await expect(long({ signal: AbortSignal.timeout(3 * (trial % 30)) })).rejects.toThrow('timeout');
  });
});

test('60 counts whose callbacks fail end with that error, and leave nothing behind', async () => {
  const fail = () => {
    throw new Error('thrown on purpose');
  };
  const failures: readonly CountOptions[] = [
    { onProgress: fail },
    { onProgress: async () => fail() },
    { onProgress: ({ finished }) => finished > 0 && fail(), depth: 4 },
    { onProgress: async ({ finished }) => finished > 0 && fail(), depth: 4 },
  ];
  await leavesNothing(async (trial) => {
    await expect(long(failures[trial % failures.length] ?? {})).rejects.toThrow('thrown on purpose');
  });
});

test('60 counts that a server starts and stops leave nothing behind', async () => {
  const counts = new ServerCounts({ threads: 4, threadsAreDefault: false });
  await leavesNothing(async (trial) => {
    const name = counts.start(20);
    await delay(trial % 30);
    await counts.stop(name);
  });
});
