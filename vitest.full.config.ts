import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** Tests that take long: large boards, faults, the cluster, the page in a browser, the package, benchmarks. */
export const LONG_TESTS = [
  'test/slow/**/*.test.ts',
  'test/cluster/connection.test.ts',
  'test/cluster/count.test.ts',
  'test/cluster/deaths.test.ts',
  'test/cluster/hints.test.ts',
  'test/cluster/hostile.test.ts',
  'test/cluster/local.test.ts',
  'test/cluster/outages.test.ts',
  'test/cluster/recount.test.ts',
  'test/cluster/refused.test.ts',
  'test/cluster/trust.test.ts',
  'test/docs/format.test.ts',
  'test/e2e/bench-script.test.ts',
  'test/e2e/checkpoint-faults.test.ts',
  'test/e2e/documents.test.ts',
  'test/e2e/package.test.ts',
  'test/page/browser.test.ts',
];

/** The tests of `npm run test:full`, which come on top of `npm test`. */
export default defineConfig({
  test: {
    include: LONG_TESTS,
    maxWorkers: Math.max(2, availableParallelism() - 1),
    testTimeout: 3_600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 300_000 } },
  },
});
