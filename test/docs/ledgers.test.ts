import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { knownCount } from '../../src/board/known-counts.js';
import { queensPar } from '../e2e/program.js';

const folder = fileURLToPath(new URL('../../docs/ledgers/', import.meta.url));

/** The largest n whose ledger must be complete. Larger ones take days, and grow when a machine has time for them. */
const MAX_COMPLETE_N = 22;

test.each(readdirSync(folder))('docs/ledgers/%s adds up to the published count when it is complete', async (name) => {
  const { stdout, exitCode } = await queensPar(['status', folder + name, '--json']);
  const [{ n, count, state, subproblems, finished }] = JSON.parse(stdout).results;
  const isComplete = finished === subproblems;
  expect({ name, exitCode }).toEqual({ name: `${n}.ledger`, exitCode: 0 });
  expect({ count, state }).toEqual(
    isComplete ? { count: String(knownCount(n)), state: 'finished' } : { count: null, state: 'stopped' },
  );
  expect(isComplete || n > MAX_COMPLETE_N).toBe(true);
});
