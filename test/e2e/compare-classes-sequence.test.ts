import { describe, expect, it } from 'vitest';
import { solverNames } from '../../src/textbook/solver-names.js';
import { queensPar } from './program.js';

describe('queens-par compare', () => {
  it('shows every solver with its exact search space', async () => {
    const { stdout, stderr, exitCode } = await queensPar(['compare', '6']);
    for (const name of solverNames) expect(stdout).toContain(`│ ${name} `);
    expect(stdout).toContain('C(36, 6) = 1,947,792');
    expect(stdout).toContain('6^6 = 46,656');
    expect(stdout).toContain('6! = 720');
    expect(stderr).toBe('All that ran found 4 solutions.');
    expect(exitCode).toBe(0);
  });

  it('knows the singular', async () => {
    const { stdout, stderr } = await queensPar(['compare', '1']);
    expect(stdout).toMatch(/│ combinations .*│ +1 board │/);
    expect(stdout).toMatch(/│ bitmask .*│ +1 queen │/);
    expect(stderr).toBe('All that ran found 1 solution.');
  });

  it('counts the work as JSON', async () => {
    const { stdout } = await queensPar(['compare', '5', '--json']);
    const { schema, n, agree, solvers } = JSON.parse(stdout);
    expect({ schema, n, agree }).toEqual({ schema: 'queens-par/compare/2', n: 5, agree: true });
    const work = solvers.map(({ name, nodes, tests, count }: Record<string, string>) => [name, nodes, tests, count]);
    expect(work).toEqual([
      ['combinations', '53130', '82775', '10'],
      ['columns-product', '3125', '6321', '10'],
      ['permutations', '120', '362', '10'],
      ['full-board', '53', '1907', '10'],
      ['column-array', '53', '405', '10'],
      ['iterative', '53', '405', '10'],
      ['diagonal-flags', '53', '220', '10'],
      ['bit-flags', '53', '220', '10'],
      ['bitmask', '53', '44', '10'],
    ]);
  });

  it('spares those that would take too long, with a forecast', async () => {
    const { stdout, stderr } = await queensPar(['compare', '8', '--json']);
    const [bruteForce, ...others] = JSON.parse(stdout).solvers;
    expect(bruteForce).toMatchObject({ ran: false, nodes: '4426165368', searchSpace: '4426165368' });
    expect(bruteForce.seconds).toBeGreaterThan(0);
    expect(others.every(({ ran }: { ran: boolean }) => ran)).toBe(true);
    expect(stderr).toContain('Not run, forecasts (~): combinations. --force runs them.');
  });
});

describe('queens-par classes', () => {
  it('counts the classes of 12 queens', async () => {
    const { stdout, exitCode } = await queensPar(['classes', '12', '--json']);
    expect(JSON.parse(stdout)).toEqual({
      schema: 'queens-par/classes/1',
      n: 12,
      A000170: { count: '14200', agreement: 'agrees' },
      A002562: { count: '1787', agreement: 'agrees' },
      A032522: { count: '80', agreement: 'agrees' },
      A033148: { count: '8', agreement: 'agrees' },
    });
    expect(exitCode).toBe(0);
  });

  it.each([0, 1, 2, 3, 4, 8])('knows the classes of %i queens', async (n) => {
    const { stdout, exitCode } = await queensPar(['classes', String(n)]);
    expect(stdout).not.toContain('differs');
    expect(exitCode).toBe(0);
  });

  it('takes the published number of all solutions if told to', async () => {
    const { stdout } = await queensPar(['classes', '20', '--published']);
    expect(stdout).toMatch(/A000170 │ +39,029,188,884 │ not counted/);
    expect(stdout).toMatch(/A002562 │ +4,878,666,808 │ agrees/);
    expect(stdout).toMatch(/A032522 │ +144,620 │ agrees/);
    expect(stdout).toMatch(/A033148 │ +480 │ agrees/);
    expect(await queensPar(['classes', '28', '--published'])).toMatchObject({ stdout: '', exitCode: 2 });
  });
});

describe('queens-par sequence', () => {
  it('prints the values as a table, each checked', async () => {
    const { stdout, exitCode } = await queensPar(['sequence', '1..9']);
    expect(stdout.match(/│ agrees/g)).toHaveLength(9);
    expect(stdout).toMatch(/│ 9 │ +352 │ agrees +│/);
    expect(exitCode).toBe(0);
  });

  it.each([
    ['A000170', 0, '1,1,0,0,2,10,4,40,92,352,724'],
    ['A002562', 1, '1,0,0,1,2,1,6,12,46,92'],
    ['A032522', 1, '1,0,0,2,2,4,8,4,16,12'],
    ['A033148', 1, '1,0,0,2,2,0,0,0,0,0'],
  ])('writes %s as a b-file', async (id, offset, values) => {
    const { stdout, exitCode } = await queensPar(['sequence', '1..10', '--id', id, '--format', 'b-file'], {
      stripFinalNewline: false,
    });
    expect(stdout).toMatch(/^(?:(?:0|[1-9]\d*) (?:0|[1-9]\d*)\n)+$/);
    const lines = stdout.trimEnd().split('\n');
    expect(lines).toEqual(values.split(',').map((value, i) => `${offset + i} ${value}`));
    expect(exitCode).toBe(0);
  });

  it.each(['16..1', '1-16', '1..33', 'x', '1..', '-1..3'])('refuses the range %s', async (range) => {
    expect(await queensPar(['sequence', '--', range])).toMatchObject({ stdout: '', exitCode: 2 });
  });

  it('refuses an n before the first of a sequence', async () => {
    const { stderr, exitCode } = await queensPar(['sequence', '0..4', '--id', 'A032522']);
    expect(stderr).toContain('A032522 begins with n = 1, not 0');
    expect(exitCode).toBe(2);
  });

  it('says that its table has no value, where the OEIS may have one', async () => {
    const { stdout } = await queensPar(['sequence', '28', '--id', 'A033148']);
    expect(stdout).toMatch(/│ 28 │ +[\d,]+ │ not in this program's table │/);
  });
});
