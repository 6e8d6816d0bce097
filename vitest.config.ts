import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { LONG_TESTS, SHELL_LOCALE } from './vitest.full.config.js';

/** The tests of `npm test`: all but the long ones. */
export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: LONG_TESTS,
    env: SHELL_LOCALE,
    // Tests of processes and databases wait a lot, so two files at a time are faster than one, even on one core.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // Tests run whole counts and whole processes, which may be slow on a busy machine without being wrong.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 120_000 } },
  },
});
