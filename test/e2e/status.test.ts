import { appendFileSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { execa } from 'execa';
import { expect, onTestFinished, test, vi } from 'vitest';
import { planBitmask } from '../../src/plan/bitmask-plan.js';
import { partOf } from '../../src/plan/part.js';
import { makeKernel } from '../../workers/kernels.js';
import { temporaryFolder } from '../ledger/folder.js';
import { countedInTurn, ledgerText } from '../ledger/ledger-text.js';
import { idsIn } from './ledger-file.js';
import { PROGRAM, queensPar } from './program.js';

const path = temporaryFolder();
const plan = planBitmask(8, 2);
const partials = plan.subproblems.map(makeKernel({ kind: 'readable' }));

const PATIENT = { timeout: 100_000, interval: 50 };

/** Starts a command that ends with the test. @returns the process, and a function that returns its output so far. */
function start(...args: readonly string[]) {
  const child = execa(process.execPath, [PROGRAM, ...args], { reject: false, all: true, env: { CI: undefined } });
  onTestFinished(() => void child.kill('SIGKILL'));
  let text = '';
  child.all.on('data', (data) => {
    text += data;
  });
  return { child, output: () => text };
}

async function statusOf(...files: readonly string[]) {
  const { stdout, exitCode } = await queensPar(['status', ...files, '--json']);
  return { exitCode, results: JSON.parse(stdout).results };
}

test('status shows a count of another process while it counts, after it was stopped, and when it is complete', async () => {
  const file = path('live.ledger');
  const count = ['16', '--algorithm', 'bitmask', '--depth', '3', '--threads', '2', '--checkpoint', file, '--quiet'];
  const first = start(...count);
  await vi.waitFor(() => expect(idsIn(file).length).toBeGreaterThan(20), PATIENT);
  expect((await queensPar(count)).stderr).toBe(`queens-par: ${file} is in use by another count`);
  const { results } = await statusOf(file);
  expect(results).toMatchObject([{ state: 'counting', problem: null, count: null }]);
  expect(results[0].threads).toBeGreaterThan(0);
  expect(results[0].workPerSecond).toBeGreaterThan(0);
  expect(results[0].secondsLeft).toBeGreaterThan(0);
  first.child.kill('SIGKILL');
  await first.child;
  const finished = idsIn(file).length;
  expect((await statusOf(file)).results).toMatchObject([{ state: 'stopped', finished, threads: 0, secondsLeft: null }]);
  const { stdout } = await queensPar(['status', file]);
  expect(stdout).toContain(`${file}: 16 queens, bitmask, stopped\n`);
  expect(stdout).toContain(`left; resume with: queens-par 16 --checkpoint ${file}`);

  const watch = start('status', file, '--watch');
  const second = start(...count);
  expect(await watch.child).toMatchObject({ exitCode: 0 });
  expect(watch.output()).toContain('finished: 14,772,512 solutions, agrees with A000170');
  expect((await second.child).stdout).toBe('14772512');
});

test('status shows the moment of the last result, and what to type for a part', async () => {
  const hourAgo = Date.now() - 3_600_000;
  const part = { k: 2, m: 3 };
  const own = new Set(partOf(plan, part).subproblems.map(({ id }) => id));
  const results = partials.filter(({ id }) => own.has(id)).map((partial) => ({ ...partial, ended: hourAgo }));
  writeFileSync(path('part.ledger'), ledgerText(plan, results, part));
  const { stdout } = await queensPar(['status', path('part.ledger')]);
  expect(stdout).toMatch(/: 8 queens, part 2\/3, bitmask, finished\n {2}100%, 7 of 7 subproblems\n/);
  expect(stdout).toMatch(
    /\n {2}[\d.]+m?s of thread time; last result (\w+ )?\d\d:\d\d \(1h ago\)\n {2}add up all parts with: queens-par merge FILES$/,
  );
  writeFileSync(path('one.ledger'), ledgerText(plan, results.slice(0, 1), part));
  expect((await queensPar(['status', path('one.ledger')])).stdout).toContain(
    `resume with: queens-par 8 --part 2/3 --out ${path('one.ledger')}`,
  );
});

test('status of a stopped count without a result shows 0%, and the files beside it', async () => {
  const empty = path('empty.ledger');
  writeFileSync(empty, ledgerText(plan, []));
  writeFileSync(path('whole.ledger'), ledgerText(plan, partials));
  const { stdout, exitCode } = await queensPar(['status', empty, path('whole.ledger')]);
  expect(stdout).toContain(
    `${empty}: 8 queens, bitmask, stopped\n  0%, 0 of 21 subproblems\n  0ms of thread time; no result yet\n` +
      `  resume with: queens-par 8 --checkpoint ${empty}\n`,
  );
  expect(stdout).toContain('finished: 92 solutions');
  expect(exitCode).toBe(0);
});

test('a file that cannot be read does not hide the others, and is named at the end', async () => {
  writeFileSync(path('first.ledger'), ledgerText(plan, partials));
  writeFileSync(path('second.ledger'), ledgerText(plan, partials));
  const files = [path('first.ledger'), path('gone.ledger'), 'package.json', path('second.ledger')];
  const { stdout, stderr, exitCode } = await queensPar(['status', ...files]);
  expect(stdout.match(/finished: 92 solutions/g)).toHaveLength(2);
  expect(stderr).toBe(
    `queens-par: ${path('gone.ledger')} cannot be read: no such file or directory\n` +
      'queens-par: package.json is not a ledger file of queens-par',
  );
  expect(exitCode).toBe(2);
  const { results, exitCode: jsonExitCode } = await statusOf(...files);
  expect(results).toMatchObject([{ count: '92' }, { count: '92' }]);
  expect(jsonExitCode).toBe(2);

  const watch = start('status', ...files, '--watch');
  await vi.waitFor(() => expect(watch.output()).toContain('no such file or directory; waiting for it'), PATIENT);
  expect(watch.output().match(/finished: 92 solutions/g)).toHaveLength(2);
});

test.each([
  ['one subproblem, which is not finished', 2, '0%, 0 of 1 subproblem\n  0ms of thread time; no result yet\n'],
  ['no subproblem', 3, '100%, 0 of 0 subproblems\n  0ms of thread time; no result yet\n'],
])('status of a part with %s', async (_, k, shown) => {
  const file = path(`small-${k}.ledger`);
  writeFileSync(file, ledgerText(planBitmask(4, 1), [], { k, m: 3 }));
  expect(await queensPar(['status', file])).toMatchObject({ stdout: expect.stringContaining(shown), exitCode: 0 });
});

test('status reads what a damaged file has, names the command that repairs it, and fails', async () => {
  const file = path('damaged.ledger');
  writeFileSync(file, ledgerText(plan, partials).replace(/\n0\.4 /, '\n0.4 1'));
  const { stdout, exitCode } = await queensPar(['status', file]);
  expect(stdout).toContain('20 of 21 subproblems');
  expect(stdout).toContain(`line 4 is damaged; queens-par 8 --checkpoint ${file} --repair drops it`);
  expect(exitCode).toBe(1);
  writeFileSync(file, ledgerText(plan, [...partials, { ...countedInTurn(plan)[20], id: '0.3' } as never]));
  expect(await statusOf(file)).toMatchObject({ results: [{ state: 'conflict', count: null }], exitCode: 1 });
});

test('status --watch waits for a file that vanishes, and reads one that replaces it from the beginning', async () => {
  const file = path('goes.ledger');
  const lines = ledgerText(plan, partials).split(/(?<=\n)/);
  writeFileSync(file, lines.slice(0, 10).join(''));
  const watch = start('status', file, '--watch');
  await vi.waitFor(() => expect(watch.output()).toContain('9 of 21 subproblems'), PATIENT);
  renameSync(file, `${file}.away`);
  const gone = `${file} cannot be read: no such file or directory; waiting for it\n`;
  await vi.waitFor(() => expect(watch.output()).toContain(gone), PATIENT);
  const other = planBitmask(6, 2);
  writeFileSync(file, ledgerText(other, other.subproblems.map(makeKernel({ kind: 'readable' })).slice(1)));
  await vi.waitFor(() => expect(watch.output()).toContain('6 queens, bitmask, stopped'), PATIENT);
  rmSync(file);
  renameSync(`${file}.away`, file);
  appendFileSync(file, lines.slice(10).join(''));
  expect(await watch.child).toMatchObject({ exitCode: 0 });
  expect(watch.output()).toContain('8 queens, bitmask, finished: 92 solutions');
  expect(readFileSync(file, 'utf8')).toBe(lines.join(''));
});

test('Ctrl-C ends status --watch without a word', async () => {
  writeFileSync(path('idle.ledger'), ledgerText(plan, partials.slice(1)));
  const watch = start('status', path('idle.ledger'), '--watch');
  await vi.waitFor(() => expect(watch.output()).toContain('20 of 21'), PATIENT);
  watch.child.kill('SIGINT');
  expect(await watch.child).toMatchObject({ stderr: '', exitCode: 0 });
});

test.each([
  [
    [],
    'give a file or a run, as in: queens-par status 18.ledger; or set QUEENS_PAR_DATABASE_URL to see all runs of a cluster',
  ],
  [['nowhere.ledger', '--watch'], 'nowhere.ledger cannot be read: no such file or directory'],
  [['run:18-meet'], 'no database is given: set QUEENS_PAR_DATABASE_URL='],
  [['package.json'], 'package.json is not a ledger file of queens-par'],
])('status %j is refused in one line', async (args, message) => {
  const { stdout, stderr, exitCode } = await queensPar(['status', ...args]);
  expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 2 });
  expect(stderr.split('\n')).toHaveLength(1);
  expect(stderr).toContain(`queens-par: ${message}`);
});

test('a count starts while the status of its file is read all the time', async () => {
  const file = path('busy.ledger');
  writeFileSync(file, ledgerText(plan, []));
  const { isLocked } = await import('../../src/ledger/lock.js');
  let isOver = false;
  const reading = (async () => {
    while (!isOver) {
      isLocked(file);
      await new Promise((resolve) => setImmediate(resolve));
    }
  })();
  for (let i = 0; i < 5; i++) {
    expect(await queensPar(['8', '--checkpoint', file])).toMatchObject({ stdout: '92', exitCode: 0 });
  }
  isOver = true;
  await reading;
});
