import { describe, expect, it } from 'vitest';
import { queensPar } from './program.js';

function run(env: Record<string, string>, ...args: string[]) {
  return queensPar(args, { env });
}

describe('the environment', () => {
  it('gives defaults to the options of every command, which the command line overrides', async () => {
    const env = { QUEENS_PAR_FORMAT: 'columns1', QUEENS_PAR_LIMIT: '1' };
    expect((await run(env, 'solve', '4')).stdout).toBe('2,4,1,3');
    expect((await run(env, 'solve', '4', '--limit', '2', '--format', 'columns')).stdout).toBe('1,3,0,2\n2,0,3,1');
  });

  it('is checked like a flag', async () => {
    const { stderr, exitCode } = await run({ QUEENS_PAR_LIMIT: 'many' }, 'solve', '4');
    expect(stderr).toMatch(/^queens-par: QUEENS_PAR_LIMIT must be a whole number .*not "many"$/);
    expect(exitCode).toBe(2);
  });

  it.each([
    ['1', '{"schema":'],
    ['true', '{"schema":'],
    ['0', '92'],
    ['false', '92'],
    ['yes', '{"schema":'],
    ['no', '92'],
  ])('turns a flag on and off: %s', async (value, start) => {
    const { stdout } = await run({ QUEENS_PAR_JSON: value }, '8', '--quiet');
    expect(stdout.slice(0, start.length)).toBe(start);
  });

  it('refuses a flag that is neither on nor off', async () => {
    const { stderr, exitCode } = await run({ QUEENS_PAR_QUIET: 'maybe' }, 'solve', '4');
    expect(stderr).toBe('queens-par: QUEENS_PAR_QUIET must be 1 or 0, not "maybe"');
    expect(exitCode).toBe(2);
  });
});

describe('a default that does not apply is ignored', () => {
  it.each([
    [{ QUEENS_PAR_OUT: 'nowhere/x' }, ['8', '-q'], '92'],
    [{ QUEENS_PAR_PART: '1/2' }, ['8', '-q'], '92'],
    [{ QUEENS_PAR_PLAN_OF: 'nowhere/x' }, ['8', '-q'], '92'],
    [{ QUEENS_PAR_REPAIR: '1' }, ['8', '-q'], '92'],
    [{ QUEENS_PAR_CSV: '1' }, ['8', '-q'], '92'],
  ])('%j queens-par %j', async (env, args, stdout) => {
    expect(await run(env, ...args)).toEqual({ stdout, stderr: '', exitCode: 0 });
  });

  it('but is an error as an option', async () => {
    const { stderr, exitCode } = await run({}, '8', '--out', 'x');
    expect(stderr).toBe('queens-par: --out is for --part; a whole count has --checkpoint FILE');
    expect(exitCode).toBe(2);
  });
});

describe('QUEENS_PAR_FORMAT, which two commands have', () => {
  it.each([
    ['columns1', '1 1', '2,4,1,3'],
    ['b-file', '0 1', '1,3,0,2'],
  ])('%s concerns the command that knows it', async (format, value, columns) => {
    const env = { QUEENS_PAR_FORMAT: format };
    const sequence = await run(env, 'sequence', '0..1', '--quiet');
    expect(sequence.exitCode).toBe(0);
    expect(sequence.stdout.includes('│')).toBe(format !== 'b-file');
    expect(sequence.stdout.replaceAll(/[│ ]+/g, ' ')).toContain(value);
    expect((await run(env, 'solve', '4', '--limit', '1')).stdout).toBe(columns);
  });

  it('must be a format of one of them', async () => {
    expect(await run({ QUEENS_PAR_FORMAT: 'png' }, 'solve', '4')).toMatchObject({ stdout: '', exitCode: 2 });
    expect(await run({ QUEENS_PAR_FORMAT: 'png' }, 'sequence', '4')).toMatchObject({ stdout: '', exitCode: 2 });
  });
});

describe('QUEENS_PAR_DEPTH and QUEENS_PAR_MEMORY, each for one algorithm', () => {
  const env = { QUEENS_PAR_DEPTH: '1', QUEENS_PAR_MEMORY: '2' };

  async function plan(...args: string[]) {
    const { stdout } = await run(env, 'plan', '--json', ...args);
    const { algorithm, options, subproblems } = JSON.parse(stdout);
    return { algorithm, options, subproblems };
  }

  it('concern that one', async () => {
    expect(await plan('8')).toMatchObject({ algorithm: 'bitmask', options: { depth: 1 }, subproblems: 4 });
    expect(await plan('14')).toMatchObject({ algorithm: 'meet', options: { memory: 2 ** 21 } });
    expect(await plan('14', '--algorithm', 'bitmask')).toMatchObject({ options: { depth: 1 }, subproblems: 7 });
    expect(await plan('8', '--depth', '0')).toMatchObject({ options: { depth: 0 }, subproblems: 1 });
  });

  it('are ignored by the other, and by commands that plan for themselves', async () => {
    expect(await run(env, '14', '--algorithm', 'meet', '--quiet')).toMatchObject({ stdout: '365596', exitCode: 0 });
    expect(await run(env, '8', '--algorithm', 'bitmask', '--quiet')).toMatchObject({ stdout: '92', exitCode: 0 });
    expect(await run(env, 'forecast', '8', '--threads', '1')).toMatchObject({ stderr: '', exitCode: 0 });
  });

  it('are checked all the same', async () => {
    const { stderr, exitCode } = await run({ QUEENS_PAR_MEMORY: 'much' }, '8');
    expect(stderr).toBe('queens-par: QUEENS_PAR_MEMORY must be a whole number from 1 to 4096, not "much"');
    expect(exitCode).toBe(2);
  });
});

describe('a variable QUEENS_PAR_... that nothing reads', () => {
  const env = { QUEENS_PAR_TREADS: '2', QUEENS_PAR_ANSWER: '42', QUEENS_PAR_DATABASE_URL: '', QUEENS_PAR_ID: '' };

  it('is named once, with one that it is like, and does no harm', async () => {
    const warnings = [
      'queens-par: QUEENS_PAR_TREADS in the environment is ignored; did you mean QUEENS_PAR_THREADS?',
      'queens-par: QUEENS_PAR_ANSWER in the environment is ignored; no option has that name',
    ];
    const plain = await run(env, 'solve', '4', '--limit', '1');
    expect(plain).toMatchObject({ stdout: '1,3,0,2', exitCode: 0 });
    const { stderr } = await run(env, 'cluster', 'stop'); // a command within a command
    for (const said of [plain.stderr, stderr]) expect(said.split('\n').slice(0, -1)).toEqual(warnings);
  });

  it('is not spoken of by --quiet, nor to a shell that completes', async () => {
    expect(await run(env, '8', '-q')).toEqual({ stdout: '92', stderr: '', exitCode: 0 });
    expect((await run(env, '__complete', 'bash', '16', '--')).stderr).toBe('');
  });
});
