import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../ledger/folder.js';
import { queensPar } from './program.js';

const path = temporaryFolder();

/** Runs the program with a module of faults/ loaded first, in each of its threads. */
function withFault(fault: string, args: string, nodeOptions = '') {
  const file = new URL(`faults/${fault}.mjs`, import.meta.url);
  return queensPar(args.split(' '), { env: { NODE_OPTIONS: `--import=${file} ${nodeOptions}` } });
}

describe('faults of the machine never make a wrong count', () => {
  test.each(['exits', 'throws'])('a worker thread that %s mid-run is replaced', async (way) => {
    const { stdout, exitCode } = await withFault(`worker-${way}-once`, '14 --threads 2 --algorithm bitmask');
    expect({ stdout, exitCode }).toEqual({ stdout: '365596', exitCode: 0 });
  });

  test('a worker thread that runs out of memory is replaced', async () => {
    const args = '14 --threads 2 --algorithm bitmask';
    const { stdout, exitCode } = await withFault('worker-hoards-once', args, '--max-old-space-size=64');
    expect({ stdout, exitCode }).toEqual({ stdout: '365596', exitCode: 0 });
  });

  test('a subproblem at which every thread dies ends the run', async () => {
    const { stdout, stderr, exitCode } = await withFault('worker-exits-always', '14 --threads 2 --algorithm bitmask');
    expect(stderr).toMatch(
      /^queens-par: subproblem \S+ of n = 14 failed 3 times\. Last error: worker exited with code: 9$/,
    );
    expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 1 });
  });

  test('a kernel that counts one too many gives a loud warning', async () => {
    const { stdout, stderr, exitCode } = await withFault('kernel-miscounts', '8 --quiet --algorithm bitmask');
    expect(stdout).toBe('134'); // one more in each of 21 subproblems that weigh 2
    expect(stderr).toContain('DIFFERS FROM A000170');
    expect(exitCode).toBe(1);
  });

  test('an impossible count of a kernel ends the run', async () => {
    const { stdout, stderr, exitCode } = await withFault('kernel-overflows', '8 --algorithm bitmask');
    expect(stderr).toMatch(/^queens-par: subproblem \S+ reported 9007199254740991 solutions, but can have at most 720/);
    expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 1 });
  });

  test('a checkpoint that cannot be synced at the end is an error', async () => {
    const args = `8 --quiet --checkpoint ${path('unsynced.ledger')}`;
    const { stderr, exitCode } = await withFault('sync-fails', args);
    expect(stderr).toMatch(/^queens-par: \S*unsynced\.ledger cannot be synced: .*$/);
    expect(exitCode).toBe(1);
  });

  test('the number arrives whole at a reader that takes it in pieces', async () => {
    const { stdout, stderr, exitCode } = await withFault('output-stalls', '14 --threads 1');
    expect(stderr).toMatch(/^14 queens: 365,596 solutions in \S+ on 1 thread \(meet\); agrees with A000170\.$/);
    expect({ stdout, exitCode }).toEqual({ stdout: '365596', exitCode: 0 });
  });
});
