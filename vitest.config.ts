import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';
import { has } from './test/machine.js';
import { LONG_TESTS, SHELL_LOCALE } from './vitest.full.config.js';

/** Tests of signals, terminals and limits, and of processes that signals stop. test/windows has some for Windows. */
const POSIX_TESTS = ['e2e/{signals,terminal}', 'cluster/{bad-machines,commands}', 'node/terminal/interruption'].map(
  (name) => `test/${name}.test.ts`,
);

const EXCLUDED = [...configDefaults.exclude, LONG_TESTS, ...(has('posix') ? [] : POSIX_TESTS)];
const CLUSTER_TESTS = 'test/cluster/**/*.test.ts';

/** Tests of `npm test`: all but the long ones. The files of the cluster share a server. */
export default defineConfig({
  test: {
    globalSetup: ['test/build.ts', 'test/machine.ts'],
    env: SHELL_LOCALE,
    // Tests of processes and databases mostly wait, so two files at a time are faster, even on one core.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // Tests of whole counts and processes take long on busy machines.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 120_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'cluster',
          include: [CLUSTER_TESTS],
          exclude: EXCLUDED,
          globalSetup: 'test/cluster/shared-server.ts',
        },
      },
      {
        extends: true,
        test: { name: 'all others', include: ['test/**/*.test.ts'], exclude: [...EXCLUDED, CLUSTER_TESTS] },
      },
    ],
  },
});
