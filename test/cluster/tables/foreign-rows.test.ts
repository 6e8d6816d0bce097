/** Rows and schemas that another login has written. */
import { beforeAll, expect, test } from 'vitest';
import { Database } from '../../../src/cluster/connection/database.js';
import { insertResults } from '../../../src/cluster/tables/insertion.js';
import { openRun } from '../../../src/cluster/tables/runs.js';
import { installSchema } from '../../../src/cluster/tables/schema.js';
import { createKernel } from '../../../workers/kernels.js';
import { planBitmask } from '../../core/plan/plans.js';
import { query, useSharedServer } from '../postgres.js';
import { useCluster } from '../processes.js';

const postgres = useSharedServer();
const cluster = useCluster();

/** Columns with values that would end `status` or make it show nonsense. */
const REFUSED: readonly (readonly [column: string, values: readonly string[]])[] = [
  ['run.n', ['-1']],
  ['run.algorithm', ['queens', 'e\u001b[2J']],
  ['run.options', ['5', 'null', '[]']],
  ['run.subproblems', ['-3']],
  ['run.cost', ['NaN', 'infinity', '-infinity', '-1', '1e200']],
  ['run.state', ['lost', 'conflict']],
  ['run.conflict', ['null', '5', '{}', '{"secondCount": "NaN"}']],
  ['run.total', ['NaN', 'infinity', '-infinity', '-92', '1.5']],
  ['run.removals', ['-1']],
  ['worker.threads', ['-1', '2147483647']],
  ['worker.memory', ['-1']],
  ['worker.lease', ['-1', '2147483647']],
  ['worker.last_seen', ['infinity', '-infinity']],
  ['result.index', ['-1']],
  ['result.count', ['-1']],
  ['result.work', ['-1']],
  ['result.cost', ['NaN', 'infinity', '-infinity', '-1', '1e200']],
  ['result.milliseconds', ['NaN', 'infinity', '-infinity', '-5', '1e12']],
  ['result.ended', ['infinity', '-infinity', '1969-12-31', '200000-01-01']],
];

let url: string;

beforeAll(async () => {
  url = await postgres.create();
  const database = new Database(url);
  await installSchema(database);
  const plan = planBitmask(6, 1);
  const run = await openRun(database, plan, undefined, 'good');
  const count = createKernel({ kind: 'reference' });
  const worker = { name: 'ada', threads: 1, memory: 2 ** 28, lease: 30, kernels: 'any', isRunning: true };
  await insertResults(
    database,
    run,
    worker,
    plan.subproblems.slice(1).map((one, i) => [i + 1, count(one)]),
  );
  await database.close();
});

test.each(REFUSED)('the tables refuse impossible values of %s: %j', async (column, values) => {
  const [table, name] = column.split('.');
  for (const value of values)
    await expect(query(url, `update queens_par.${table} set ${name} = $1`, [value]), value).rejects.toThrow(
      /violates check constraint/,
    );
});

test('status shows every run although texts of other runs contain escape characters', async () => {
  const evil = "E'e\\x1b[2J\\n\\u202e'";
  await query(
    url,
    `insert into queens_par.run (name, n, algorithm, options, plan_hash, kernels, subproblems, cost, state, reason)
       values (${evil}, 6, 'bitmask', jsonb_build_object(${evil}, ${evil}), ${evil}, ${evil}, 9, 1, 'failed', ${evil});
     insert into queens_par.worker (name, threads, memory, lease, kernels, last_failure)
       values (${evil}, 1, 0, 30, ${evil}, ${evil})`,
  );
  for (const args of [['status'], ['status', '--json'], ['stop', 'none'], ['audit', 'run:good', '--worker', 'none']]) {
    const { stdout, stderr } = await cluster.run(url, ...args);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these would control the terminal
    expect(`${stdout}${stderr}`).not.toMatch(/[\x00-\x09\x0b-\x1f\u202e]| {4}at |NaN/);
    if (args[0] === 'status') expect(stdout).toMatch(/run:good\b.*6 queens|"run:good"/);
  }
});

/** Runs the commands at the end of a message, as a user would. */
async function obey(message: string): Promise<void> {
  const [, commands = ''] = /; remove the results of its worker with: (.+)$/m.exec(message) ?? [];
  for (const command of commands.split(', then ')) {
    const words = command.replace(/^queens-par (cluster )?/, '').split(' ');
    expect(await cluster.run(url, ...words)).toMatchObject({ exitCode: 0 });
  }
}

test.each([
  ['index 5001, which is not in its plan', 5001, 0],
  ['index 1: a count is impossible', 1, 1e12],
])('a foreign result (%s) is no progress, and one line tells how to remove it', async (_, index, count) => {
  const worker = `evil ${index}`.replace(' ', '-');
  await query(
    url,
    `insert into queens_par.worker (name, threads, memory, lease, kernels) values ('${worker}', 0, 0, 0, 'any')`,
  );
  await query(url, 'delete from queens_par.result where index = 1');
  await query(
    url,
    `insert into queens_par.result (run, index, count, work, cost, milliseconds, ended, worker)
     select run.id, ${index}, ${count}, 1, 1e50, 1, now(), worker.id from queens_par.run, queens_par.worker
      where run.name = 'good' and worker.name = '${worker}'`,
  );
  const status = await cluster.run(url, 'status', 'run:good');
  expect(status.stdout).toMatch(/, [12] of 3 subproblems/);
  expect(status.stdout).not.toMatch(index > 3 ? /100%|left; resume with/ : /100%/);
  const merged = await cluster.run(url, 'merge', 'run:good');
  expect(merged).toMatchObject({ stderr: expect.stringContaining(`--worker ${worker}`), exitCode: 1 });
  if (index > 3) expect(status).toMatchObject({ stdout: expect.stringContaining('\n  run good has a'), exitCode: 1 });
  const [started, detached] = await Promise.all(
    [[], ['--detach']].map((detach) => cluster.run(url, 'start', '6', '--run', 'good', ...detach)),
  );
  expect(started).toMatchObject({
    stderr: expect.stringContaining('remove the results of its worker with: queens-par cluster stop good, then '),
    exitCode: 1,
  });
  expect(detached).toEqual(started);
  await obey(started?.stderr ?? '');
  expect((await cluster.run(url, 'status', 'run:good')).stdout).toContain('resume with: queens-par cluster start 6');
});
