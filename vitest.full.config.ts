import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';
import { has } from './test/machine.js';

/** Long tests: large boards, faults, clusters, the page in a browser, the package, and benchmarks. */
export const LONG_TESTS = 'test/**/*.long.test.ts';

/** A locale that the system has. With a missing locale, the shells of tests print warnings. */
export const SHELL_LOCALE = { LC_ALL: process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8' };

/** The long tests, which `npm run test:full` runs. */
export default defineConfig({
  test: {
    include: [LONG_TESTS],
    exclude: [...configDefaults.exclude, ...(has('linux') ? [] : ['test/page/**'])],
    globalSetup: ['test/build.ts', 'test/machine.ts'],
    env: SHELL_LOCALE,
    maxWorkers: Math.max(2, availableParallelism() - 1),
    testTimeout: 3_600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 300_000 } },
  },
});
