import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** Long tests: large boards, faults, clusters, the page in a browser, the package, and benchmarks. */
export const LONG_TESTS = [
  'test/slow/**/*.test.ts',
  'test/cluster/faults.test.ts',
  'test/cluster/local.test.ts',
  'test/cluster/outages.test.ts',
  'test/cluster/restore.test.ts',
  'test/docs/format.test.ts',
  'test/e2e/bench-script.test.ts',
  'test/e2e/checkpoint-faults.test.ts',
  'test/e2e/documents.test.ts',
  'test/e2e/package.test.ts',
  'test/page/address.test.ts',
  'test/page/count-view.test.ts',
  'test/page/figures.test.ts',
  'test/page/page.test.ts',
  'test/page/run-panel.test.ts',
  'test/page/runs-view.test.ts',
  'test/page/search-view.test.ts',
  'test/page/solutions-view.test.ts',
  'test/page/static-site.test.ts',
  'test/page/why-numbers.test.ts',
  'test/page/why-view.test.ts',
];

/** A locale that every system has. With a missing locale, the shells of tests print warnings. */
export const SHELL_LOCALE = { LC_ALL: 'C.UTF-8' };

/** The long tests, which `npm run test:full` runs. */
export default defineConfig({
  test: {
    include: LONG_TESTS,
    env: SHELL_LOCALE,
    maxWorkers: Math.max(2, availableParallelism() - 1),
    testTimeout: 3_600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 300_000 } },
  },
});
