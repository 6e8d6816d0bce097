import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { execa } from 'execa';
import { describe, expect, test } from 'vitest';
import { countPlan } from '../../src/count/count.js';
import { openLedger } from '../../src/ledger/open.js';
import { temporaryFolder } from '../ledger/folder.js';
import { A000170 } from '../vectors/a000170.js';
import { countOnce, idsIn } from './ledger-file.js';
import { PROGRAM, queensPar } from './program.js';

const path = temporaryFolder();

/** A count in many small subproblems, so that there is always one to be interrupted. */
function bitmask(n: number, file: string, ...more: string[]): string[] {
  return [String(n), '--algorithm', 'bitmask', '--depth', '3', '--threads', '2', '--checkpoint', file, ...more];
}

/** Starts a count and waits until the given number of subproblems is in its file. */
async function startUntil(lines: number, args: string[], file: string, options: { env?: Record<string, string> } = {}) {
  const run = execa(process.execPath, [PROGRAM, ...args], { reject: false, ...options });
  while (!existsSync(file) || idsIn(file).length < lines) await new Promise((resolve) => setTimeout(resolve, 5));
  return {
    async stop(signal: NodeJS.Signals) {
      run.kill(signal);
      return await run;
    },
  };
}

function faulty(fault: string): { env: Record<string, string> } {
  return { env: { NODE_OPTIONS: `--import=${new URL(`faults/${fault}.mjs`, import.meta.url)}` } };
}

describe('killed with kill -9', () => {
  test('at 100 random moments: nothing finished is lost or counted again, and the total is exact', async () => {
    for (let kills = 0, run = 0; kills < 100; run++) {
      const n = 13 + (run % 3);
      const file = path(`kill ${n}`);
      const before = existsSync(file) ? idsIn(file) : [];
      const child = spawn(process.execPath, [PROGRAM, ...bitmask(n, file, '--quiet', '--json')]);
      let stdout = '';
      child.stdout.on('data', (text) => {
        stdout += text;
      });
      const timer = setTimeout(() => child.kill('SIGKILL'), randomInt(30, 400));
      const [exitCode] = await once(child, 'close');
      clearTimeout(timer);
      const after = existsSync(file) ? idsIn(file) : [];
      expect(after.slice(0, before.length)).toEqual(before);
      expect(countOnce(after)).toBe(after.length);
      if (exitCode === null) {
        kills++;
        continue;
      }
      const result = JSON.parse(stdout);
      expect(result).toMatchObject({ n, count: String(A000170[n]), resumed: before.length, subproblems: after.length });
      rmSync(file);
    }
    for (const n of [13, 14, 15]) {
      expect(await queensPar(bitmask(n, path(`kill ${n}`), '--quiet'))).toMatchObject({ stdout: String(A000170[n]) });
    }
  }, 600_000);

  test('the lock goes with the process', async () => {
    const file = path('lock');
    const run = await startUntil(20, bitmask(17, file), file);
    const second = await queensPar(bitmask(17, file));
    expect(second).toEqual({ stdout: '', stderr: `queens-par: ${file} is in use by another process`, exitCode: 2 });
    await run.stop('SIGKILL');
    const { ledger } = await openLedger(file, { n: 17, options: {} });
    ledger.close();
  });

  test('a file system without locks is told of, and one that fails is an error that names the file', async () => {
    const withError = (code: string) => ({ env: { ...faulty('locks-fail').env, LOCK_ERROR: code } });
    const none = await queensPar(['8', '--checkpoint', path('no locks')], withError('ENOLCK'));
    expect(none).toMatchObject({ stdout: '92', exitCode: 0 });
    expect(none.stderr).toContain(`This system has no lock for ${path('no locks')}: do not let a second process`);
    const broken = await queensPar(['8', '--checkpoint', path('broken locks')], withError('EIO'));
    expect(broken).toMatchObject({ stdout: '', exitCode: 1 });
    expect(broken.stderr).toMatch(/^queens-par: \S*broken locks cannot be locked: the disk reported an error$/);
  });
});

describe('stopped by a signal', () => {
  test.each<[NodeJS.Signals, string]>([
    ['SIGINT', 'interrupted'],
    ['SIGTERM', 'terminated'],
  ])('%s: the message has the very command that resumes', async (signal, word) => {
    const file = path(`it's ${signal}`);
    const run = await startUntil(50, bitmask(16, file, '--quiet'), file);
    const { stderr, signal: endedBy } = await run.stop(signal);
    expect(endedBy).toBe(signal);
    const [, command = ''] = /; resume with: (queens-par .*)$/.exec(stderr) ?? [];
    expect(stderr).toMatch(new RegExp(`^queens-par: ${word}: [\\d,]+ of 1,118 subproblems counted`));
    const before = idsIn(file);
    const script = command.replace('queens-par', '"$0" "$1"');
    const { stdout } = await execa('bash', ['-c', script, process.execPath, PROGRAM]);
    expect(stdout).toBe('14772512');
    expect(idsIn(file).slice(0, before.length)).toEqual(before);
    expect(countOnce(idsIn(file))).toBe(1118);
  });

  test('without a checkpoint it is said how to have one', async () => {
    // Short enough not to be announced: the first that is said is its progress.
    const run = execa(process.execPath, [PROGRAM, '17', '--algorithm', 'bitmask', '--progress', 'always'], {
      reject: false,
      env: { CI: undefined },
    });
    await new Promise((resolve) => run.stderr.once('data', resolve));
    run.kill('SIGINT');
    expect((await run).stderr).toMatch(/; nothing was saved; with --checkpoint FILE it is$/);
  });
});

describe('worker threads that die', () => {
  test.each(['worker-exits-once', 'worker-throws-once', 'worker-hoards-once'])('%s', async (fault) => {
    const file = path(fault);
    const { env } = faulty(fault);
    const options = `${env.NODE_OPTIONS} --max-old-space-size=64`;
    const run = await queensPar(bitmask(14, file, '--quiet'), { env: { NODE_OPTIONS: options } });
    expect(run).toMatchObject({ stdout: '365596', exitCode: 0 });
    expect(countOnce(idsIn(file))).toBe(
      JSON.parse(readFileSync(file, 'utf8').split(/ [0-9a-f]{8}\n/)[0] ?? '').subproblems,
    );
  });

  test('always: what was finished before the end is kept', async () => {
    const file = path('deadly');
    const { exitCode } = await queensPar(bitmask(14, file), faulty('worker-exits-always'));
    expect(exitCode).toBe(1);
    expect(await queensPar(bitmask(14, file, '--quiet'))).toMatchObject({ stdout: '365596' });
  });
});

describe('a checkpoint that another program changes during the count', () => {
  test.each<[what: string, act: (file: string) => void]>([
    ['cut off the end of', (file) => truncateSync(file)],
    ['removed', (file) => rmSync(file)],
  ])('is written again if one %s it', async (what, act) => {
    const file = path(`changed ${what}`);
    const run = execa(process.execPath, [PROGRAM, ...bitmask(16, file)], { reject: false });
    while (!existsSync(file) || idsIn(file).length < 50) await new Promise((resolve) => setTimeout(resolve, 5));
    act(file);
    const { stdout, stderr } = await run;
    expect(stdout).toBe('14772512');
    expect(stderr).toContain(
      `Another program ${what} ${file} during the count: all that is finished was written again.`,
    );
    expect(countOnce(idsIn(file))).toBe(1118);
    expect(await queensPar(['merge', file])).toMatchObject({ stdout: '14772512', exitCode: 0 });
  });
});

describe('a disk that fills up', () => {
  /** Runs the count by a shell script in which "$@" is its command. */
  async function inShell(script: string, file: string) {
    const command = [process.execPath, PROGRAM, ...bitmask(15, file)];
    return execa('bash', ['-c', script, 'bash', ...command], { reject: false });
  }

  async function resumesElsewhere(file: string): Promise<void> {
    const elsewhere = `${file} elsewhere`;
    copyFileSync(file, elsewhere);
    const before = idsIn(elsewhere);
    expect(before.length).toBeGreaterThan(50);
    expect(await queensPar(bitmask(15, elsewhere, '--quiet'))).toMatchObject({ stdout: '2279184' });
    expect(idsIn(elsewhere).slice(0, before.length)).toEqual(before);
  }

  test('a limit on the size of files', async () => {
    const file = path('limited');
    const { stdout, stderr, exitCode } = await inShell('ulimit -f 8; exec "$@"', file);
    expect(stderr).toBe(
      `queens-par: ${file} cannot be written: file too large. What it holds is whole: make room, or go on with a copy elsewhere`,
    );
    expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 1 });
    expect(statSync(file).size).toBeGreaterThan(8000);
    expect(readFileSync(file, 'utf8')).toMatch(/\n$/);
    await resumesElsewhere(file);
  });

  test('a file system of 16 kB; where nobody may mount one, a limit again', async () => {
    mkdirSync(path('disk'));
    const file = `${path('disk')}/full`;
    const kept = path('from the full disk');
    const onDisk = `mount -t tmpfs -o size=16k none "${path('disk')}" && { "$@"; code=$?; cp "${file}" "${kept}"; exit $code; }`;
    const limited = `ulimit -f 16; "$@"; code=$?; cp "${file}" "${kept}"; exit $code`;
    const unshare = ['unshare', '--user', '--map-root-user', '--mount'];
    const mayMount = await execa({ reject: false })`${unshare} bash -c ${'mount -t tmpfs none /mnt'}`;
    const script = mayMount.exitCode === 0 ? `${unshare.join(' ')} bash -c '${onDisk}' bash "$@"` : limited;
    const { stdout, stderr, exitCode } = await inShell(script, file);
    expect(stderr).toMatch(
      /^queens-par: \S+full cannot be written: (no space left on the disk|file too large)\. What it holds/,
    );
    expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 1 });
    await resumesElsewhere(kept);
  });

  test('no room even for the first line', async () => {
    const { stderr, exitCode } = await inShell('ulimit -f 0; exec "$@"', path('no room'));
    expect(stderr).toBe(`queens-par: ${path('no room')} cannot be begun: file too large`);
    expect(exitCode).toBe(1);
  });
});

test('a read-only file is refused in one line', async () => {
  const file = path('read-only');
  await queensPar(bitmask(9, file));
  chmodSync(file, 0o444);
  // Root may write to it all the same, as long as it has its capabilities.
  const drop = process.getuid?.() === 0 ? ['setpriv', '--bounding-set=-all', '--inh-caps=-all'] : ['env'];
  const { stderr, exitCode } = await execa({
    reject: false,
  })`${[...drop, process.execPath, PROGRAM, ...bitmask(9, file)]}`;
  expect(stderr).toBe(`queens-par: ${file} cannot be opened for writing: permission denied`);
  expect(exitCode).toBe(2);
});

test('a file that was cut off at any of its last 200 bytes is gone on with, to the exact total', async () => {
  const file = path('cut');
  const request = { n: 9, options: { depth: 2 } };
  const first = await openLedger(file, request);
  const { subproblems } = await countPlan(first.plan, { threads: 1 }, first.ledger);
  first.ledger.close();
  const whole = readFileSync(file);
  for (let cut = 1; cut <= 200; cut++) {
    writeFileSync(file, whole.subarray(0, whole.length - cut));
    const { plan, ledger } = await openLedger(file, request);
    const result = await countPlan(plan, { threads: 1 }, ledger);
    ledger.close();
    expect(result.count).toBe(352n);
    const wholeLines =
      whole
        .subarray(0, whole.length - cut)
        .toString()
        .split('\n').length - 2;
    expect(result.resumed).toBe(wholeLines);
    expect(countOnce(idsIn(file))).toBe(subproblems);
  }
});

test('a clock that jumps back does no harm', async () => {
  const file = path('clock');
  const args = bitmask(16, file, '--quiet', '--progress', 'always');
  const run = await startUntil(50, args, file, faulty('clock-jumps-back'));
  await run.stop('SIGKILL');
  expect(await queensPar(args, faulty('clock-jumps-back'))).toMatchObject({ stdout: '14772512', stderr: '' });
  expect(countOnce(idsIn(file))).toBe(1118);
});
