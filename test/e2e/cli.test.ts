import { execa } from 'execa';
import { describe, expect, test } from 'vitest';
import { programVersion } from '../../workers/program-version.js';
import { PROGRAM, queensPar } from './program.js';

/** The program as a shell starts it, wherever it stands. */
const COMMAND = `"${process.execPath}" "${PROGRAM}"`;

describe('a count', () => {
  test('prints the number on stdout, and one sentence on stderr', async () => {
    const { stdout, stderr, exitCode } = await queensPar(['8']);
    expect(stdout).toBe('92');
    expect(stderr).toMatch(/^8 queens: 92 solutions in \d+ms on 1 thread \(bitmask\); agrees with A000170\.$/);
    expect(exitCode).toBe(0);
  });

  test('on several threads, without anything that moves off a terminal', async () => {
    const { stdout, stderr } = await queensPar(['14', '--threads', '2', '--algorithm', 'bitmask']);
    expect(stdout).toBe('365596');
    expect(stderr).toMatch(
      /^14 queens: 365,596 solutions in [\d.]+m?s on 2 threads \(bitmask\); agrees with A000170\.$/,
    );
  });

  test.each([
    [['16', '--threads', '8'], '14772512', 'on [2-8] threads'],
    [['17'], '95815104', 'on \\d+ threads?'],
  ])('%j counts right', async (args, count, on) => {
    const { stdout, stderr, exitCode } = await queensPar(args);
    expect({ stdout, exitCode }).toEqual({ stdout: count, exitCode: 0 });
    expect(stderr).toMatch(new RegExp(`${on} \\(meet\\); agrees with A000170\\.$`));
  });

  test('--quiet leaves the number alone', async () => {
    expect(await queensPar(['8', '-q'])).toMatchObject({ stdout: '92', stderr: '' });
  });

  test('--json prints one object with the count as a string', async () => {
    const { stdout } = await queensPar(['8', '--json', '--quiet', '--algorithm', 'bitmask']);
    expect(JSON.parse(stdout as string)).toMatchObject({
      schema: 'queens-par/count/1',
      n: 8,
      count: '92',
      work: '2006',
      agreement: 'agrees',
      algorithm: 'bitmask',
      threads: 1,
      subproblems: 21,
    });
  });

  test('--progress always prints plain lines off a terminal', async () => {
    const { stderr } = await queensPar(['14', '--threads', '2', '--algorithm', 'bitmask', '--progress', 'always']);
    expect(stderr).toMatch(/^14 queens: 0%, \d+s left, \d+s gone, 0\/78 subproblems, [12] threads?$/m);
    expect(stderr).not.toContain('\u001b');
  });

  test.each([
    ['--color', 'always', {}, true],
    ['--color', 'never', { FORCE_COLOR: '1' }, false],
    ['--color', 'auto', { FORCE_COLOR: '1' }, true],
    ['--color', 'auto', { FORCE_COLOR: '1', NO_COLOR: '1' }, false],
  ])('%s %s with %o: coloured %s', async (flag, value, env, colored) => {
    const { stderr } = await queensPar(['8', flag, value], { env });
    expect((stderr as string).includes('\u001b[')).toBe(colored);
  });

  test('the last of a repeated flag wins, and a flag goes before the environment', async () => {
    const args = ['14', '--algorithm', 'bitmask', '--json', '--threads'];
    const { stdout } = await queensPar([...args, '5', '--threads', '3'], { env: { QUEENS_PAR_THREADS: '4' } });
    expect(JSON.parse(stdout as string)).toMatchObject({ threads: 3 });
  });

  test('a count that takes long is announced with a forecast', async () => {
    const count = execa(process.execPath, [PROGRAM, '20', '--threads', '2', '--algorithm', 'bitmask'], {
      reject: false,
    });
    count.stderr.once('data', () => count.kill());
    expect((await count).stderr).toMatch(
      /^This count will take about \d+[mhd]( \d+[smh])? on 2 threads of this machine; with --checkpoint FILE it can be stopped and resumed\.$/m,
    );
  });

  test('if nobody reads the messages, the result still comes', async () => {
    const args = '14 --algorithm bitmask --threads 2 --progress always';
    const { stdout } = await execa({
      shell: '/bin/bash',
    })`${COMMAND} ${args.split(' ')} 2> >(exec true)`;
    expect(stdout).toBe('365596');
  });

  test('messages that cannot be written do not cost the result', async () => {
    const { stdout, exitCode } = await execa({ shell: '/bin/bash' })`${COMMAND} 8 2> /dev/full`;
    expect({ stdout, exitCode }).toEqual({ stdout: '92', exitCode: 0 });
  });

  test('a closed pipe ends quietly', async () => {
    const { stdout, stderr } = await execa({
      shell: '/bin/bash',
    })`${COMMAND} 8 2>/dev/null | head -c 1; echo " \${PIPESTATUS[0]}"`;
    expect(stdout).toBe('9 0');
    expect(stderr).toBe('');
    const plan = await execa({
      shell: '/bin/bash',
    })`${COMMAND} plan 20 --depth 4 | head -c 1 | wc -c; echo "\${PIPESTATUS[0]}"`;
    expect(plan).toMatchObject({ stdout: '1\n0', stderr: '' });
  });
});

test.each(['-V', '8 -q', 'solve 8 -q', 'sequence 1..4 -q'])(
  'a result that cannot be written is an error in one line: %s',
  async (command) => {
    const full = execa({ shell: '/bin/bash', reject: false })`${COMMAND} ${command.split(' ')} > /dev/full`;
    expect(await full).toMatchObject({
      exitCode: 1,
      stderr: expect.stringMatching(/^queens-par: the result cannot be written: .+$/),
    });
  },
);

test('a working directory that was deleted is an error in one line', async () => {
  const script = 'cd "$(mktemp -d)" && rmdir "$PWD" && exec "$@"';
  const { stderr, exitCode } = await execa({
    reject: false,
  })`bash -c ${script} bash ${process.execPath} ${PROGRAM} 8`;
  expect(stderr).toBe('queens-par: the working directory no longer exists: change to another one');
  expect(exitCode).toBe(1);
});

// Refusals of the parser are in test/cli/refusals.test.ts; these come from the commands.
test.each<[string[], string]>([
  [['help', 'plam'], 'there is no command plam; did you mean plan?'],
  [['merge', 'x'.repeat(5000)], `${'x'.repeat(60)}... cannot be read: name too long`],
  [['8', '--checkpoint', 'nowhere', '--repair'], 'there is no file nowhere to repair'],
  [['29', '--algorithm', 'meet'], 'meet counts n from 5 to 28, not 29. Use bitmask for this n'],
  [['32', '--depth', '9'], 'depth must be at most 3 for n = 32: 4 makes over 200,000 subproblems'],
])('bad input is an error in one line, with exit code 2: %j', async (args, message) => {
  expect(await queensPar(args)).toEqual({ stdout: '', stderr: `queens-par: ${message}`, exitCode: 2 });
});

test('the program names the variables that it ignores', async () => {
  const env = { QUEENS_PAR_TREADS: '2', QUEENS_PAR_PART: '1/2', QUEENS_PAR_DATABASE_URL: '', QUEENS_PAR_THREADS: '1' };
  const { stdout, stderr } = await queensPar(['8'], { env });
  expect(stdout).toBe('92');
  expect(stderr.match(/QUEENS_PAR_\w+ in the environment is ignored/g)).toHaveLength(2);
  expect(await queensPar(['8', '-q'], { env })).toEqual({ stdout: '92', stderr: '', exitCode: 0 });
});

test('plan shows a table with the hash of the whole', async () => {
  const { stdout } = await queensPar(['plan', '6', '--algorithm', 'bitmask']);
  expect(stdout).toMatch(/^1\.3 +2 +\S+ +[\d.]+ %$/m);
  expect(stdout).toMatch(/n 6, bitmask: 10 subproblems, about \S+ on one thread\nhash [0-9a-f]{64}$/);
});

describe('help and the version come before everything else', () => {
  test.each([['-h'], ['help'], ['8', '--help']])('%j: help on the program has the commands', async (...args) => {
    const { stdout, stderr, exitCode } = await queensPar(args);
    expect(stdout).toMatch(/^ {2}queens-par 16 --threads 8 {2,}count on 8 threads$/m);
    expect(stdout).toMatch(/^ {2}plan <n> {2,}Show/m);
    expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 });
  });

  test.each([
    ['help', 'plan'],
    ['plan', '--threads', 'x', '--frobnicate', '-h'],
    ['--help', 'plan', '99'],
  ])('%j %j: help on a command has its options', async (...args) => {
    const { stdout, stderr, exitCode } = await queensPar(args, { env: { QUEENS_PAR_THREADS: 'x' } });
    expect(stdout).toMatch(/^queens-par plan <n> \[options\]\n/);
    expect(stdout).toMatch(/^ {2}-t, --threads <N> {2,}Number of worker threads; 0 /m);
    expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 });
  });

  test('help on a group has its commands', async () => {
    expect((await queensPar(['cluster', '--help'])).stdout).toMatch(/^ {2}cluster import <ledger> {2,}Add/m);
    expect((await queensPar(['help', 'cluster', 'import'])).stdout).toMatch(/^ {6}--database-file <FILE> {2}/m);
    expect((await queensPar(['help', 'serve'])).stdout).toMatch(/^ {6}--data <FOLDER> {2}/m);
  });

  test.each([['-V'], ['solve', '9', '--version', '--limit=1e1']])('%j: the number alone', async (...args) => {
    expect(await queensPar(args)).toEqual({ stdout: programVersion(), stderr: '', exitCode: 0 });
  });

  test('the command version tells it in words', async () => {
    const { stdout } = await queensPar(['version']);
    expect(stdout).toMatch(/^queens-par [\d.]+( \(commit .+\))?\nNode\.js v\S+ on .+ threads?, WebAssembly SIMD$/);
  });
});

test.each([['--threads 2 -- 8'], ['-t2 8'], ['-qt2 8'], ['count 8 -q']])('%s counts 8 queens', async (line) => {
  expect(await queensPar(line.split(' '))).toMatchObject({ stdout: '92', exitCode: 0 });
});
