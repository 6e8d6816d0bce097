import { beforeAll, describe, expect, test } from 'vitest';
import { queensPar } from '../e2e/program.js';
import { temporaryFolder } from '../ledger/folder.js';
import { ask, postgresForTests } from './postgres.js';
import { clusterProcesses } from './processes.js';

const postgres = postgresForTests();
const cluster = clusterProcesses();
const path = temporaryFolder();

const FROM_BEFORE =
  /^8 queens: 92 solutions from 21 subproblems counted before, in \S+ of counting \(bitmask\); agrees with A000170\.$/;

let url: string;
let file: string;

/** A file with all of n = 8, counted without a cluster. */
beforeAll(async () => {
  url = await postgres.create();
  file = path('8.ledger');
  await queensPar(['8', '--algorithm', 'bitmask', '--checkpoint', file]);
});

describe('a run that an import completes', () => {
  test.each([
    ['a new one', 'fresh'],
    ['one that is being counted', 'counting'],
    ['one that was stopped', 'stopped'],
  ])('%s has finished, with its total, and can be removed', async (_, run) => {
    if (run !== 'fresh') await cluster.run(url, 'start', '8', '--run', run, '--detach');
    if (run === 'stopped') await cluster.run(url, 'stop', run);
    expect(await cluster.run(url, 'import', file, '--run', run)).toMatchObject({
      stderr: `Run ${run}: 21 subproblems from ${file}; it is complete, with 92 solutions; agrees with A000170.`,
      exitCode: 0,
    });
    expect(await stateOf(run)).toEqual({ state: 'finished', reason: null, total: '92' });
    expect((await cluster.run(url, 'remove', run)).stderr).toBe(`Run ${run} is forgotten.`);
  });
});

describe('a run that has finished', () => {
  const finished = { state: 'finished', reason: null, total: '92' };
  beforeAll(async () => {
    await cluster.run(url, 'import', file, '--run', 'done');
  });

  test('stays so when the same counts come again', async () => {
    const { stderr } = await cluster.run(url, 'import', file, '--run', 'done');
    expect(stderr).toContain('0 subproblems from');
    expect(stderr).toContain('it is complete, with 92 solutions');
    expect(await stateOf('done')).toEqual(finished);
  });

  test('stays so when it is started, which tells how it was counted', async () => {
    const { stdout, stderr } = await cluster.run(url, 'start', '8', '--run', 'done');
    expect(stdout).toBe('92');
    expect(stderr).toMatch(FROM_BEFORE);
    expect((await cluster.run(url, 'start', '8', '--run', 'done', '--detach')).stderr).toBe(
      'Run done is complete, with 92 solutions; agrees with A000170.',
    );
    expect(await stateOf('done')).toEqual(finished);
  });

  test('is counted again where the ledger has lost something', async () => {
    await ask(
      url,
      `delete from queens_par.result where subproblem = '0.2' and run = (select id from queens_par.run where name = 'done')`,
    );
    expect((await cluster.run(url, 'start', '8', '--run', 'done', '--detach')).stderr).toContain(
      'Run done: 1 subproblem in the queue',
    );
    expect(await stateOf('done')).toEqual({ state: 'counting', reason: null, total: null });
    await cluster.run(url, 'import', file, '--run', 'done');
    expect(await stateOf('done')).toEqual(finished);
  });
});

async function stateOf(run: string) {
  const [row] = await ask(url, 'select state, reason, total::text from queens_par.run where name = $1', [run]);
  return row;
}
