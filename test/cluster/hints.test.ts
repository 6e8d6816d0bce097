import { writeFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { Database } from '../../src/cluster/database/database.js';
import { flagsOf } from '../../src/cluster/with-database.js';
import { queensPar } from '../e2e/program.js';
import { temporaryFolder } from '../ledger/folder.js';
import { ask, postgresForTests } from './postgres.js';
import { clusterProcesses, until } from './processes.js';

const postgres = postgresForTests();
const cluster = clusterProcesses();
const path = temporaryFolder();

let url: string;
let file: string;

/** The URL stands in a file whose name a shell would take apart, and nowhere else. */
beforeAll(async () => {
  url = await postgres.create();
  file = path('where it is');
  writeFileSync(file, url);
});

/** Runs a command to its end. */
function run(...args: string[]) {
  return cluster.run('', ...args, '--database-file', file);
}

/** A command as a hint has it. */
function hint(command: string): string {
  return `queens-par cluster ${command} --database-file '${file}'`;
}

describe('a command that is named for what to do next is for the same database', () => {
  test.each([
    [{ local: true, databaseFile: undefined }, 'queens-par cluster stop 8-bitmask --local'],
    [{ local: false, databaseFile: undefined }, 'queens-par cluster stop 8-bitmask'],
    [{ local: false, databaseFile: 'url' }, 'queens-par cluster stop 8-bitmask --database-file url'],
  ])('%j', async (connection, command) => {
    const database = new Database('postgres://localhost/nowhere', { flags: flagsOf(connection) });
    expect(database.command('stop', '8-bitmask')).toBe(command);
    await database.close();
  });

  test('by status, while there is no run, and by a worker', async () => {
    const worker = cluster.start('', ['work', '--threads', '1', '--database-file', file]);
    await until(() => worker.said().includes(hint('start 18')), 'the worker says how a run begins');
    expect((await run('status')).stdout).toBe(`No runs yet; start one with: ${hint('start 18')}`);
  });

  test('by start, remove and stop', async () => {
    expect((await run('start', '9', '--detach')).stderr).toContain(`; ${hint('start 9 --run 9-bitmask')} feeds`);
    expect((await run('remove', '9-bitmask')).stderr).toContain(`stop it first: ${hint('stop 9-bitmask')}`);
    expect((await run('stop', '9-bitmask')).stderr).toBe(
      `Run 9-bitmask has stopped; ${hint('start 9 --run 9-bitmask')} goes on with it, ${hint('remove 9-bitmask')} forgets it.`,
    );
    expect((await run('remove', '9-bitmask', '--worker', 'ada')).stderr).toContain(
      `; ${hint('status 9-bitmask')} lists them`,
    );
    expect((await run('stop')).stderr).toContain(`as in: ${hint('stop 18-meet')}`);
  });

  test('by a coordinator without workers', async () => {
    const coordinator = cluster.start('', ['start', '10', '--database-file', file]);
    await until(() => coordinator.said().includes(`${hint('work')} starts one`), 'it says how to start a worker');
  });

  test('by import, of a part and of a contradiction', async () => {
    const ledger = path('8.ledger');
    await queensPar(['8', '--part', '1/2', '--out', ledger]);
    const imported = await run('import', ledger);
    expect(imported.stderr).toContain(`; ${hint('start 8 --run 8-bitmask')} counts the others.`);
    await ask(url, 'update queens_par.result set count = count + 1');
    const { stderr } = await run('import', ledger);
    expect(stderr).toContain(`; ${hint('start 8 --run 8-bitmask')} counts it once more`);
  });
});

test('status shows every run that is being counted and the ten latest others, and says how many more there are', async () => {
  await ask(
    url,
    `insert into queens_par.run (name, n, algorithm, options, plan_hash, kernel, subproblems, cost, state)
     select 'run-' || i, 8, 'bitmask', '{}', '', '', 1, 1, case when i in (1, 25) then 'counting' else 'finished' end
       from generate_series(1, 25) i`,
  );
  const { stdout } = await run('status');
  const shown = [...stdout.matchAll(/^run-(\d+) /gm)].map(([, i]) => Number(i));
  expect(shown).toEqual([25, 24, 23, 22, 21, 20, 19, 18, 17, 16, 15, 1]);
  expect(stdout).toMatch(/^\d\d earlier runs: /m);
  expect(stdout).toContain(`: ${hint('status RUN')} shows one, ${hint('status --json')} all.`);
  expect(JSON.parse((await run('status', '--json')).stdout).runs.length).toBeGreaterThanOrEqual(25);
  expect((await run('status', 'run-2')).stdout).toMatch(/^run-2 /);
});
