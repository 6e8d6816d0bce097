import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { LONG_TESTS, SHELL_LOCALE } from './vitest.full.config.js';

/** The tests of `npm test`: all but the long ones. */
export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: LONG_TESTS,
    env: SHELL_LOCALE,
    // Tests of processes and databases wait a lot: two files at a time are faster than one, even on one core.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // Whole counts and whole processes are tested, also on busy machines: slow is not wrong.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 120_000 } },
  },
});
