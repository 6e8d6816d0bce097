import { defineConfig } from 'vitest/config';

/** The tests that take minutes: `npm run test:slow`. */
export default defineConfig({
  test: { include: ['test/slow/**/*.test.ts'], testTimeout: 3_600_000, hookTimeout: 120_000 },
});
