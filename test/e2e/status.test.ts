import { appendFileSync, renameSync, rmSync } from 'node:fs';
import { execa } from 'execa';
import { expect, test, vi } from 'vitest';
import { partOf } from '../../src/core/plan/part.js';
import { createKernel } from '../../workers/kernels.js';
import { planBitmask } from '../core/plan/plans.js';
import { countedInTurn, ledgerText } from '../core/results/ledger-text.js';
import { has } from '../machine.js';
import { idsIn } from './ledger-file.js';
import { sandbox } from './sandbox.js';

const { path, read, run, start, write } = sandbox();
const plan = planBitmask(8, 2);
const partials = plan.subproblems.map(createKernel({ kind: 'reference' }));

async function statusOf(files: string) {
  const { stdout, exitCode } = await run(`status ${files} --json`);
  return { exitCode, results: JSON.parse(stdout).results };
}

test('status shows a count elsewhere while it counts, when it is stopped, and when it is complete', async () => {
  const count = '17 --algorithm bitmask --depth 3 --threads 2 --checkpoint live.ledger --quiet';
  const first = start(count);
  await vi.waitFor(() => expect(idsIn(path('live.ledger')).length).toBeGreaterThan(20), { timeout: 100_000 });
  const refused = { stderr: 'queens-par: live.ledger is in use by another count', exitCode: 2 };
  expect(await run(count)).toMatchObject(refused);
  const { results } = await statusOf('live.ledger');
  expect(results).toMatchObject([{ state: 'counting', problem: null, count: null }]);
  expect(results[0].threads).toBeGreaterThan(0);
  expect(results[0].workPerSecond).toBeGreaterThan(0);
  expect(results[0].secondsLeft).toBeGreaterThan(0);
  first.kill('SIGKILL');
  await first.end;
  const stopped = { state: 'stopped', finished: idsIn(path('live.ledger')).length, threads: 0, secondsLeft: null };
  expect((await statusOf('live.ledger')).results).toMatchObject([stopped]);
  const { stdout } = await run('status live.ledger');
  expect(stdout).toContain('live.ledger: 17 queens, bitmask, stopped\n');
  expect(stdout).toContain('left; resume with: queens-par 17 --checkpoint live.ledger');

  const watch = start('status live.ledger --watch');
  const second = start(count);
  expect(await watch.end).toMatchObject({ exitCode: 0 });
  expect(watch.output()).toContain('finished: 95,815,104 solutions, agrees with A000170');
  expect((await second.end).stdout).toBe('95815104');
});

test('status shows the moment of the last result, and what to type for a part', async () => {
  const hourAgo = Date.now() - 3_600_000;
  const part = { k: 2, m: 3 };
  const own = new Set(partOf(plan, part).subproblems.map(({ id }) => id));
  const results = partials.filter(({ id }) => own.has(id)).map((partial) => ({ ...partial, ended: hourAgo }));
  write('part.ledger', ledgerText(plan, results, part));
  const { stdout } = await run('status part.ledger');
  expect(stdout).toMatch(/: 8 queens, part 2\/3, bitmask, finished\n {2}100%, 7 of 7 subproblems\n/);
  expect(stdout).toMatch(/\n {2}[\d.]+m?s of thread time; last result (\S+ )?\d\d:\d\d \(1h ago\)\n/);
  expect(stdout).toMatch(/\n {2}add up all parts with: queens-par merge FILES$/);
  write('one.ledger', ledgerText(plan, results.slice(0, 1), part));
  const resume = 'resume with: queens-par 8 --part 2/3 --out one.ledger';
  expect((await run('status one.ledger')).stdout).toContain(resume);
});

test('status of a stopped count without a result shows 0%, and the files beside it', async () => {
  write('empty.ledger', ledgerText(plan, []));
  write('whole.ledger', ledgerText(plan, partials));
  const { stdout, exitCode } = await run('status empty.ledger whole.ledger');
  expect(stdout).toContain(
    'empty.ledger: 8 queens, bitmask, stopped\n  0%, 0 of 21 subproblems\n  0ms of thread time; no results yet\n' +
      '  resume with: queens-par 8 --checkpoint empty.ledger\n',
  );
  expect(stdout).toContain('finished: 92 solutions');
  expect(exitCode).toBe(0);
});

test('a file that cannot be read does not hide the others, and is named at the end', async () => {
  for (const name of ['first.ledger', 'second.ledger']) write(name, ledgerText(plan, partials));
  write('other.json', '{}');
  const files = 'first.ledger gone.ledger other.json second.ledger';
  const { stdout, stderr, exitCode } = await run(`status ${files}`);
  expect(stdout.match(/finished: 92 solutions/g)).toHaveLength(2);
  expect(stderr).toBe(
    'queens-par: could not read gone.ledger: no such file or directory\n' +
      'queens-par: other.json is not a ledger file of queens-par',
  );
  expect(exitCode).toBe(2);
  expect(await statusOf(files)).toMatchObject({ results: [{ count: '92' }, { count: '92' }], exitCode: 2 });

  const watch = start(`status ${files} --watch`);
  await watch.waitFor('no such file or directory; waiting for it');
  expect(watch.output().match(/finished: 92 solutions/g)).toHaveLength(2);
});

test.each([
  ['one subproblem, which is not finished', 2, '0%, 0 of 1 subproblem\n  0ms of thread time; no results yet\n'],
  ['no subproblem', 3, '100%, 0 of 0 subproblems\n  0ms of thread time; no results yet\n'],
])('status of a part with %s', async (_, k, shown) => {
  write('small.ledger', ledgerText(planBitmask(4, 1), [], { k, m: 3 }));
  expect(await run('status small.ledger')).toMatchObject({ stdout: expect.stringContaining(shown), exitCode: 0 });
});

test('status reads what is left of a damaged file, names the command that repairs it, and fails', async () => {
  write('damaged.ledger', ledgerText(plan, partials).replace(/\n0\.4 /, '\n0.4 1'));
  const { stdout, exitCode } = await run('status damaged.ledger');
  expect(stdout).toContain('20 of 21 subproblems');
  expect(stdout).toContain('line 4 is damaged; queens-par 8 --checkpoint damaged.ledger --repair drops it');
  expect(exitCode).toBe(1);
  write('damaged.ledger', ledgerText(plan, [...partials, { ...countedInTurn(plan)[20], id: '0.3' } as never]));
  expect(await statusOf('damaged.ledger')).toMatchObject({
    results: [{ state: 'conflict', count: null }],
    exitCode: 1,
  });
});

test.runIf(has('mkfifo'))('status reads a named pipe to its end, and --watch refuses it', async () => {
  await execa('mkfifo', [path('pipe')]);
  const writer = execa('tee', [path('pipe')], { input: ledgerText(plan, partials) });
  expect(await statusOf('pipe')).toMatchObject({ results: [{ count: '92' }], exitCode: 0 });
  await writer;
  expect(await run('status --watch pipe')).toMatchObject({ stdout: '', exitCode: 2 });
});

test('status --watch waits for a file that vanishes, and reads one that replaces it from the beginning', async () => {
  const file = path('goes.ledger');
  const lines = ledgerText(plan, partials).split(/(?<=\n)/);
  write('goes.ledger', lines.slice(0, 10).join(''));
  const watch = start('status goes.ledger --watch');
  await watch.waitFor('9 of 21 subproblems');
  renameSync(file, `${file}.away`);
  await watch.waitFor('could not read goes.ledger: no such file or directory; waiting for it\n');
  const other = planBitmask(6, 2);
  write('goes.ledger', ledgerText(other, other.subproblems.map(createKernel({ kind: 'reference' })).slice(1)));
  await watch.waitFor('6 queens, bitmask, stopped');
  rmSync(file);
  renameSync(`${file}.away`, file);
  appendFileSync(file, lines.slice(10).join(''));
  expect(await watch.end).toMatchObject({ exitCode: 0 });
  expect(watch.output()).toContain('8 queens, bitmask, finished: 92 solutions');
  expect(read('goes.ledger')).toBe(lines.join(''));
});

test('Ctrl-C ends status --watch without a message', async () => {
  write('idle.ledger', ledgerText(plan, partials.slice(1)));
  const watch = start('status idle.ledger --watch');
  await watch.waitFor('20 of 21');
  watch.kill('SIGINT');
  expect(await watch.end).toMatchObject({ stderr: '', exitCode: 0 });
});

test.each([
  [
    'status',
    'status needs a file or a run (queens-par status 18.ledger), ' +
      'or QUEENS_PAR_DATABASE_URL to show all runs of a cluster',
  ],
  ['status nowhere.ledger --watch', 'could not read nowhere.ledger: no such file or directory'],
  ['status --watch -', '--watch cannot follow standard input, which is a pipe; use a file or a run'],
  ['status run:18-meet', 'the database URL is missing: set QUEENS_PAR_DATABASE_URL='],
  ['status other.json', 'other.json is not a ledger file of queens-par'],
])('%s is refused in one line', async (line, message) => {
  write('other.json', '{}');
  const { stdout, stderr, exitCode } = await run(line);
  expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 2 });
  expect(stderr.split('\n')).toHaveLength(1);
  expect(stderr).toContain(`queens-par: ${message}`);
});

test('a count starts while the status of its file is being read constantly', async () => {
  const file = path('busy.ledger');
  write('busy.ledger', ledgerText(plan, []));
  const { isLocked } = await import('../../src/node/files/lock.js');
  let isOver = false;
  const reading = (async () => {
    while (!isOver) {
      isLocked(file);
      await new Promise((resolve) => setImmediate(resolve));
    }
  })();
  for (let i = 0; i < 5; i++) {
    expect(await run('8 --checkpoint busy.ledger')).toMatchObject({ stdout: '92', exitCode: 0 });
  }
  isOver = true;
  await reading;
});
