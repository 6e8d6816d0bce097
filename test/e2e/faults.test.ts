import { describe, expect, test } from 'vitest';
import { has } from '../machine.js';
import { faultyEnvironment } from './program.js';
import { sandbox } from './sandbox.js';

const { path, run } = sandbox();

describe('a fault never leads to a wrong count without a warning', () => {
  const COUNT = '16 --threads 2 --algorithm bitmask';

  test.each([
    ['exits', 'worker-exits-once', ''],
    ['runs out of memory', 'worker-hoards-once', '--max-old-space-size=64'],
  ])('a worker thread that %s is replaced', async (_, fault, nodeOptions) => {
    const { stdout, exitCode } = await run(COUNT, faultyEnvironment(fault, nodeOptions));
    expect({ stdout, exitCode }).toEqual({ stdout: '14772512', exitCode: 0 });
  });

  test('a kernel that counts one solution too many causes a warning, even with --quiet', async () => {
    const { stdout, stderr, exitCode } = await run(
      '8 --quiet --algorithm bitmask',
      faultyEnvironment('kernel-miscounts'),
    );
    expect(stdout).toBe('134'); // 92, plus 2 for each of the 21 subproblems, because each has weight 2
    expect(stderr).toContain('DIFFERS FROM A000170');
    expect(exitCode).toBe(1);
  });

  test('a partial count above its upper bound ends the run', async () => {
    const { stdout, stderr, exitCode } = await run('8 --algorithm bitmask', faultyEnvironment('kernel-overflows'));
    expect(stderr).toMatch(/^queens-par: subproblem \S+ reported 9007199254740991 solutions, but can have at most 720/);
    expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 1 });
  });

  test.runIf(has('/proc/self/fd')).each([
    ['a checkpoint', '8', 'unsynced.ledger'],
    ['the checkpoint of a verification', '8 --verify', 'unsynced.ledger.verify'],
  ])('%s that could not be synced at the end causes an error', async (_, count, name) => {
    const env = { ...faultyEnvironment('sync-fails'), UNSYNCED: path(name) };
    const { stderr, exitCode } = await run(`${count} --quiet --checkpoint unsynced.ledger`, env);
    expect(stderr).toMatch(new RegExp(`could not sync .*${name}: `));
    expect(exitCode).toBe(1);
  });
});
