import { describe, expect, test } from 'vitest';
import { queensPar } from './program.js';

/** Runs the program and returns the lines of its output. Fails if the exit code is not 0. */
async function linesOf(...args: string[]): Promise<string[]> {
  const { stdout, stderr, exitCode } = await queensPar(args);
  expect(exitCode, stderr).toBe(0);
  return stdout.split('\n');
}

describe('queens-par compare', () => {
  test('forecasts a solver that would take too long, without running it', async () => {
    const { stdout, stderr } = await queensPar(['compare', '8', '--json']);
    const [notRun, ran] = JSON.parse(stdout).solvers;
    expect(notRun).toMatchObject({ name: 'combinations', ran: false, visits: 'boards', nodes: '4426165368' });
    expect(notRun).not.toHaveProperty('count');
    expect(ran).toMatchObject({
      name: 'columns-product',
      ran: true,
      nodes: '16777216',
      tests: '50199400',
      count: '92',
    });
    expect(stderr).toContain('only forecast (~): combinations.');
  });
});

describe('queens-par classes', () => {
  test('uses the published count of all solutions with --published', async () => {
    const table = (await linesOf('classes', '20', '--published')).join('\n');
    expect(table).toMatch(/^A000170 +39,029,188,884 +not counted/m);
    expect(table).toMatch(/^A002562 +4,878,666,808 +agrees/m);
    expect(await queensPar(['classes', '28', '--published'])).toMatchObject({ stdout: '', exitCode: 2 });
  });
});

describe('queens-par sequence', () => {
  test.each([
    ['A000170', 0, '1,1,0,0,2,10,4,40,92,352,724'],
    ['A002562', 1, '1,0,0,1,2,1,6,12,46,92'],
    ['A032522', 1, '1,0,0,2,2,4,8,4,16,12'],
    ['A033148', 0, '1,1,0,0,2,2,0,0,0,0,0'],
    ['A260318', 1, '1,0,0,1,1,0,0,0,0,0'],
    ['A260319', 1, '0,0,0,0,0,1,2,1,4,3'],
    ['A260320', 1, '0,0,0,0,1,0,4,11,42,89'],
    ['A319283', 0, '1,2,3,6,17,54,153,552,2057,8394,35539'],
  ])('writes %s as a b-file', async (id, offset, values) => {
    const lines = await linesOf('sequence', `${offset}..10`, '--id', id, '--format', 'b-file');
    expect(lines).toEqual(values.split(',').map((value, i) => `${offset + i} ${value}`));
  });

  test('writes one line of a b-file, and says on stderr where the file begins', async () => {
    const { stdout, stderr } = await queensPar(['sequence', '10..10', '--format', 'b-file', '--quiet']);
    expect({ stdout, stderr }).toEqual({ stdout: '10 724', stderr: '' });
    const { stderr: note } = await queensPar(['sequence', '9', '--format', 'b-file']);
    expect(note).toMatch(/^These lines continue a b-file for A000170, which starts at n = 0\.$/m);
  });

  test('refuses n before the first one of a sequence, and n that are too large to count', async () => {
    const first = await queensPar(['sequence', '0..3', '--id', 'A260319']);
    expect(first).toMatchObject({
      stdout: '',
      stderr: 'queens-par: A260319 starts at n = 1, so the range cannot start at 0',
      exitCode: 2,
    });
    const last = await queensPar(['sequence', '33', '--id', 'A032522']);
    expect(last).toMatchObject({ stdout: '', exitCode: 2 });
    expect(last.stderr).toContain('up to n = 32, not 33');
  });
});
