import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { knownCount } from '../../src/board/known-counts.js';
import { queensPar } from '../e2e/program.js';

const folder = fileURLToPath(new URL('../../docs/ledgers/', import.meta.url));

test.each(readdirSync(folder))('docs/ledgers/%s adds up to the published count', async (name) => {
  const { stdout, exitCode } = await queensPar(['status', folder + name, '--json']);
  const [{ n, count, state, subproblems, finished }] = JSON.parse(stdout).results;
  expect({ name, count, state, finished, exitCode }).toEqual({
    name: `${n}.ledger`,
    count: String(knownCount(n)),
    state: 'finished',
    finished: subproblems,
    exitCode: 0,
  });
});
