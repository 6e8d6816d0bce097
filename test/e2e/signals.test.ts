import { execa } from 'execa';
import { describe, expect, test } from 'vitest';
import { PROGRAM } from './program.js';

/** Starts a count that would take hours, and sends signals when it is under way. */
async function interrupted(signals: NodeJS.Signals[]) {
  const args = [PROGRAM, '20', '--threads', '2', '--algorithm', 'bitmask', '--progress', 'always'];
  const run = execa(process.execPath, args, { reject: false, timeout: 60_000, env: { CI: undefined } });
  await new Promise<void>((resolve) => {
    run.stderr.on('data', (text) => {
      if (String(text).includes('subproblems')) resolve();
    });
  });
  for (const signal of signals) {
    run.kill(signal);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return run;
}

describe('a signal', () => {
  test.each<[NodeJS.Signals, string]>([
    ['SIGINT', 'interrupted'],
    ['SIGTERM', 'terminated'],
  ])('%s stops the count, says how far it got, and ends the process', async (signal, word) => {
    const run = await interrupted([signal]);
    expect(run.stderr).toMatch(
      new RegExp(`^queens-par: ${word}: \\d+ of 171 subproblems counted \\(\\d+ %\\) in [\\d.]+m?s`, 'm'),
    );
    expect(run.stdout).toBe('');
    expect(run.signal).toBe(signal);
    expect(run.timedOut).toBe(false);
  });

  test('a second one ends it at once', async () => {
    const run = await interrupted(['SIGINT', 'SIGINT']);
    expect(run.timedOut).toBe(false);
    expect(run.exitCode ?? run.signal).toSatisfy((end) => end === 130 || end === 'SIGINT');
  });

  test('a shell sees 130 and 143', async () => {
    for (const [signal, code] of Object.entries({ INT: 130, TERM: 143 })) {
      const script = `"$0" "$1" 20 --threads 2 --algorithm bitmask -q & sleep 1; kill -${signal} $!; wait $!; echo $?`;
      const { stdout } = await execa('bash', ['-mc', script, process.execPath, PROGRAM]);
      expect(stdout).toBe(String(code));
    }
  });
});
