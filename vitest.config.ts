import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/slow/**'],
    // Tests of processes and databases wait a lot: with two files at a time, two cores take 7 minutes instead of 11.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // Whole counts and whole processes are tested on machines of two cores: slow is not wrong.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
  },
});
