/** What docs/cluster.md offers for computing with a run's results is right for both algorithms. */
import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { queensPar } from '../e2e/program.js';
import { temporaryFolder } from '../node/ledger/folder.js';
import { query, useSharedServer } from './postgres.js';
import { useCluster } from './processes.js';

const postgres = useSharedServer();
const cluster = useCluster();
const path = temporaryFolder();
const text = readFileSync(new URL('../../docs/cluster.md', import.meta.url), 'utf8');
const statements = [...text.matchAll(/^```sql\n(.*?)^```$/gms)].map(([, statement = '']) => statement);
const [jobs = '', ...sums] = statements;
const ALGORITHMS = ['bitmask', 'meet'];

let url: string;
beforeAll(async () => {
  url = await postgres.create();
  for (const algorithm of ALGORITHMS) {
    const file = path(algorithm);
    await queensPar(['14', '--algorithm', algorithm, '--checkpoint', file]);
    await cluster.run(url, 'start', '14', '--from', file, '--run', algorithm);
  }
});

test('every statement for the view returns one row for the worker, with all subproblems and their time', async () => {
  expect(sums).not.toEqual([]);
  for (const statement of sums) {
    for (const run of ALGORITHMS) {
      const rows = await query<{ count: string; seconds: number }>(
        url,
        statement.replace(/run = '\S+'/, `run = '${run}'`),
      );
      const status = JSON.parse((await cluster.run(url, 'status', `run:${run}`, '--json')).stdout).results[0];
      expect(rows).toMatchObject([{ count: String(status.finished), seconds: expect.closeTo(status.threadSeconds) }]);
    }
  }
});

test('the statement for the queue returns no row when no job is being counted', async () => {
  expect(await query(url, jobs)).toEqual([]);
});

test.each(ALGORITHMS)('merge prints the total of a run by %s, and export the weights that lead to it', async (run) => {
  expect(text).toMatch(/`queens-par merge run:\S+` prints the total, and `queens-par export run:\S+`/);
  expect((await cluster.run(url, 'merge', `run:${run}`)).stdout).toBe('365596');
  const [, ...records] = (await cluster.run(url, 'export', `run:${run}`)).stdout.split('\n');
  const products = records.map((record) => record.split(',').slice(3, 5).map(Number));
  expect(products.reduce((total, [weight = 0, count = 0]) => total + weight * count, 0)).toBe(365_596);
});
