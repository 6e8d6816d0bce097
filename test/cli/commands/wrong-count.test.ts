import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { classes } from '../../../src/cli/commands/classes.js';
import { sequence } from '../../../src/cli/commands/sequence.js';
import { LocalCountTask } from '../../../src/node/count/local-count-task.js';

beforeEach(() => {
  // Every count is replaced by the wrong number 100, which the commands must detect.
  const { result } = LocalCountTask.prototype;
  vi.spyOn(LocalCountTask.prototype, 'result').mockImplementation(function (this: LocalCountTask, stats) {
    return { ...result.call(this, stats), count: 100n, agreement: 'differs' };
  });
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
});

afterEach(() => {
  vi.restoreAllMocks();
  process.exitCode = 0;
});

/** Returns the text that was written to a stream. */
function written(to: 'stdout' | 'stderr'): string {
  return vi
    .mocked(process[to].write)
    .mock.calls.map(([text]) => text)
    .join('');
}

const quietly = { threads: 1, memory: undefined, force: false, quiet: true, progress: 'auto' } as const;

it('sequence names the values that differ, and exits with 1', async () => {
  await sequence({ range: { from: 7, to: 8 }, id: 'A000170', format: 'b-file', json: false, ...quietly });
  expect(written('stdout')).toMatch(/^7 100\n8 100\n$/);
  expect(written('stderr')).toBe('DIFFERS FROM THE PUBLISHED A000170 FOR n = 7, 8\n');
  expect(process.exitCode).toBe(1);
});

it('sequence ignores a wrong count of all solutions if it prints the numbers of symmetric solutions', async () => {
  await sequence({ range: { from: 1, to: 8 }, id: 'A032522', format: 'table', json: false, ...quietly });
  expect(written('stderr')).toBe('');
  expect(process.exitCode).not.toBe(1);
});

it('classes reports that a number differs, and exits with 1', async () => {
  await classes({ n: 8, published: false, json: true, ...quietly });
  expect(JSON.parse(written('stdout'))).toMatchObject({
    A000170: { count: '100', agreement: 'differs' },
    A002562: { count: '13', agreement: 'differs' },
    A032522: { count: '4', agreement: 'agrees' },
  });
  expect(written('stderr')).toBe('SOME NUMBERS DIFFER FROM THE PUBLISHED VALUES\n');
  expect(process.exitCode).toBe(1);
});
