import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { execa } from 'execa';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../ledger/folder.js';
import { PROGRAM } from './program.js';

const path = temporaryFolder();

/** Starts a count that would take hours, and sends signals when it is under way. */
async function interrupted(signals: NodeJS.Signals[], pause = 20) {
  const args = [PROGRAM, '20', '--threads', '2', '--algorithm', 'bitmask', '--progress', 'always'];
  const options = { reject: false, timeout: 250_000, env: { CI: undefined } } as const;
  const run = execa(process.execPath, args, { ...options, forceKillAfterDelay: false }); // a busy machine takes its time
  await new Promise<void>((resolve) => {
    run.stderr.on('data', (text) => {
      if (String(text).includes('subproblems')) resolve();
    });
  });
  for (const signal of signals) {
    run.kill(signal);
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
  return run;
}

describe('a signal', () => {
  test.each<[NodeJS.Signals, string]>([
    ['SIGINT', 'interrupted'],
    ['SIGTERM', 'terminated'],
  ])('%s stops the count, says how far it got, and ends the process', async (signal, word) => {
    const run = await interrupted([signal]);
    expect(run.stderr).toMatch(new RegExp(`^queens-par: ${word}: \\d+ of 171 subproblems counted in [\\d.]+m?s`, 'm'));
    expect(run.stdout).toBe('');
    expect(run.signal).toBe(signal);
    expect(run.timedOut).toBe(false);
  });

  test.each<[NodeJS.Signals, string]>([
    ['SIGINT', 'interrupted'],
    ['SIGTERM', 'terminated'],
  ])('%s stops a count without worker threads before its next subproblem', async (signal, word) => {
    const fault = new URL('faults/kernel-signalled.mjs', import.meta.url);
    const env = { CI: undefined, NODE_OPTIONS: `--import=${fault}`, SIGNAL: signal };
    const run = await execa(process.execPath, [PROGRAM, '17', '--threads', '1'], { reject: false, env });
    expect(run.stderr).toMatch(new RegExp(`^queens-par: ${word}: 3 of 9 subproblems counted in [\\d.]+m?s`));
    expect(run.stdout).toBe('');
    expect(run.signal).toBe(signal);
  });

  test('in the second count of --verify, the first total is not lost', async () => {
    const args = [PROGRAM, '17', '--verify', '--threads', '2', '--progress', 'always'];
    const run = execa(process.execPath, args, { reject: false });
    run.stderr.on('data', (text) => {
      if (/placements/.test(String(text))) run.kill('SIGINT'); // progress of bitmask, the second count
    });
    const { stdout, stderr, signal } = await run;
    expect(stderr).toContain('17 queens: 95,815,104 solutions (meet), not verified\n');
    expect({ stdout, signal }).toEqual({ stdout: '', signal: 'SIGINT' });
  });

  test('one that comes to a count of 300 threads finds no more of them than help', async () => {
    const args = [PROGRAM, '20', '--threads', '300', '--algorithm', 'bitmask', '--progress', 'always'];
    const run = execa(process.execPath, args, { reject: false, env: { CI: undefined } });
    await new Promise<void>((resolve) => run.stderr.on('data', (text) => /subproblems/.test(text) && resolve()));
    const threads = readdirSync(`/proc/${run.pid}/task`).length;
    run.kill('SIGINT');
    expect(await run).toMatchObject({ signal: 'SIGINT', stdout: '' });
    expect(threads).toBeLessThan(2 * availableParallelism() + 30); // Node.js has some of its own
  });

  test('one that comes twice, as through npx, is one', async () => {
    const run = await interrupted(['SIGINT', 'SIGINT']);
    expect(run.stderr).toMatch(/^queens-par: interrupted: \d+ of 171 subproblems/m);
  });

  test('while the machine is measured for a forecast, it ends the count and says so', async () => {
    const args = [PROGRAM, '22', '--threads', '2', '--algorithm', 'bitmask', '--progress', 'never'];
    const ends: string[] = [];
    // A busy machine starts late: from one try to the next the signal comes later, until it comes while measuring.
    for (let delay = 300; delay < 30_000 && !ends.includes('queens-par: interrupted'); delay *= 1.3) {
      const run = execa(process.execPath, args, { reject: false });
      await new Promise((resolve) => setTimeout(resolve, delay));
      run.kill('SIGINT');
      ends.push((await run).stderr);
    }
    expect(ends).toContain('queens-par: interrupted');
  });

  test('a second one ends it at once', async () => {
    const run = await interrupted(['SIGINT', 'SIGINT'], 400);
    expect(run.timedOut).toBe(false);
    expect(run.exitCode ?? run.signal).toSatisfy((end) => end === 130 || end === 'SIGINT');
  });

  test('a shell sees 130 and 143', async () => {
    for (const [signal, code] of Object.entries({ INT: 130, TERM: 143 })) {
      const script = `"$0" "$1" 20 --threads 2 --algorithm bitmask --progress always 2> "$2" &
        until grep -q subproblems "$2"; do sleep 0.05; done; kill -${signal} $!; wait $!; echo $?`;
      const { stdout } = await execa('bash', ['-mc', script, process.execPath, PROGRAM, path(signal)]);
      expect(stdout).toBe(String(code));
      expect(readFileSync(path(signal), 'utf8')).toContain('of 171 subproblems counted');
    }
  });
});
