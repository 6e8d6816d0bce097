import { execa } from 'execa';
import { expect, test } from 'vitest';
import { Database } from '../../src/cluster/database/database.js';
import { findRun, planOfRun } from '../../src/cluster/ledger/runs.js';
import { submitLedger } from '../../src/cluster/ledger/worker-desk.js';
import { MemoryLedger } from '../../src/ledger/memory.js';
import { kernelVersion } from '../../workers/kernel-version.js';
import { postgresForTests } from '../cluster/postgres.js';
import { PROGRAM } from '../e2e/program.js';

const postgres = postgresForTests();

/** Megabytes of JavaScript objects. Where all subproblems of this plan are objects at once, they take 700. */
const HEAP = 100;

test('a coordinator has room for a million subproblems: to feed them and to add them up', async () => {
  const url = await postgres.create();
  const start = (...flags: string[]) =>
    execa(
      process.execPath,
      [
        `--max-old-space-size=${HEAP}`,
        PROGRAM,
        'cluster',
        'start',
        '18',
        '--algorithm',
        'bitmask',
        '--depth',
        '6',
        ...flags,
      ],
      { env: { QUEENS_PAR_DATABASE_URL: url }, reject: false, stdin: 'ignore' },
    );
  expect(await start('--detach')).toMatchObject({
    exitCode: 0,
    stderr: expect.stringMatching(/^Run 18-bitmask: [\d,]+ subproblems in the queue/),
  });

  const database = new Database(url);
  try {
    const row = await findRun(database, '18-bitmask');
    expect(row.kernel).toBe(kernelVersion());
    const plan = planOfRun(row);
    expect(plan.subproblems.length).toBe(1_199_146);
    const ledger = new MemoryLedger(plan.subproblems);
    for (const { id } of plan.subproblems) ledger.enter({ id, count: 0, work: 1, milliseconds: 1 });
    await submitLedger(database, { id: row.id, name: row.name, plan }, ledger, 'test');
  } finally {
    await database.close();
  }
  expect(await start()).toMatchObject({
    stdout: '0',
    stderr: expect.stringContaining('1,199,146 subproblems counted before'),
  });
});
