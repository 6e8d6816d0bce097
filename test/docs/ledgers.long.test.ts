import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { queensPar } from '../e2e/program.js';

test('the reference kernel agrees with a random subproblem in docs/ledgers/18.ledger', async () => {
  const file = fileURLToPath(new URL('../../docs/ledgers/18.ledger', import.meta.url));
  const { stdout, exitCode } = await queensPar(['audit', file, '--sample', '1', '--threads', '1', '--json']);
  expect(JSON.parse(stdout)).toMatchObject({ recounted: 1, disagreements: [] });
  expect(exitCode).toBe(0);
});
