import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { knownCount } from '../../src/core/board/known-counts.js';
import { queensPar } from '../e2e/program.js';

const folder = fileURLToPath(new URL('../../docs/ledgers/', import.meta.url));

/** The ledgers that README's command names. */
const published = readdirSync(folder).filter((name) => name.endsWith('.ledger'));

test.each(published)('docs/ledgers/%s adds up to the published count', async (name) => {
  const { stdout, exitCode } = await queensPar(['status', folder + name, '--json']);
  const [{ n, count, state }] = JSON.parse(stdout).results;
  expect({ name, exitCode }).toEqual({ name: `${n}.ledger`, exitCode: 0 });
  expect({ count, state }).toEqual({ count: String(knownCount(n)), state: 'finished' });
});
