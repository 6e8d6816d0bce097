import { execa } from 'execa';
import { describe, expect, test } from 'vitest';
import { programVersion } from '../../src/node/package/package.js';
import { has } from '../machine.js';
import { PROGRAM, queensPar } from './program.js';

/** The shell command that starts the program. */
const COMMAND = `"${process.execPath}" "${PROGRAM}"`;

describe('a count', () => {
  test.each([
    ['8', '92', '8 queens: 92', '1 thread \\(bitmask\\)'],
    ['16 --threads 2 --algorithm bitmask', '14772512', '16 queens: 14,772,512', '2 threads \\(bitmask\\)'],
    ['16 --threads 8', '14772512', '(.*\\n)?16 queens: 14,772,512', '1 of 8 threads \\(meet\\)'],
    ['17', '95815104', '17 queens: 95,815,104', '\\d+ threads? \\(meet\\)'],
  ])('%s prints %s on stdout, and a sentence about it on stderr', async (args, count, total, threads) => {
    const { stdout, stderr, exitCode } = await queensPar(args);
    expect({ stdout, exitCode }).toEqual({ stdout: count, exitCode: 0 });
    const sentence = `${total} solutions in .+ on ${threads}; agrees with A000170\\.`;
    expect(stderr).toMatch(new RegExp(`^${sentence}$`));
  });

  test.each([
    [{}, false],
    [{ FORCE_COLOR: '1' }, true],
    [{ FORCE_COLOR: '1', NO_COLOR: '1' }, false],
  ])('output that is not on a terminal, with %o, has colors: %s', async (env, colored) => {
    const { stderr } = await queensPar('8', { env });
    expect((stderr as string).includes('\u001b[')).toBe(colored);
  });

  test.runIf(has('bash'))('the result is printed even if the reader of the messages has exited', async () => {
    const args = '16 --algorithm bitmask --threads 2 --progress always'.split(' ');
    const { stdout } = await execa({ shell: 'bash' })`${COMMAND} ${args} 2> >(exec true)`;
    expect(stdout).toBe('14772512');
  });

  test.runIf(has('/dev/full'))('the result is printed even if the messages cannot be written', async () => {
    const { stdout, exitCode } = await execa({ shell: 'bash' })`${COMMAND} 8 2> /dev/full`;
    expect({ stdout, exitCode }).toEqual({ stdout: '92', exitCode: 0 });
  });

  test.runIf(has('bash'))('the program exits quietly when the reader of its output closes the pipe', async () => {
    for (const args of [['8', '-q'], 'plan 20 --depth 4'.split(' '), ['solve', '20']]) {
      const pipe = execa({
        shell: 'bash',
      })`${COMMAND} ${args} | head -c 1 | wc -c | tr -d ' '; echo "\${PIPESTATUS[0]}"`;
      // On a busy machine, the plan may take long enough to be announced.
      expect(await pipe).toMatchObject({
        stdout: '1\n0',
        stderr: expect.stringMatching(/^(Planning the count of 20 queens\.)?$/),
      });
    }
  });
});

test.runIf(has('/dev/full')).each(['-V', '8 -q', 'solve 8 -q', 'sequence 1..4 -q'])(
  '%s prints a one-line error if the result could not be written',
  async (command) => {
    const full = execa({ shell: 'bash', reject: false })`${COMMAND} ${command.split(' ')} > /dev/full`;
    expect(await full).toMatchObject({
      exitCode: 1,
      stderr: expect.stringMatching(/^queens-par: could not write the result: .+$/),
    });
  },
);

test.runIf(has('bash'))('a deleted working directory causes a one-line error', async () => {
  const script = 'cd "$(mktemp -d)" && rmdir "$PWD" && exec "$@"';
  const { stderr, exitCode } = await execa({ reject: false })`bash -c ${script} bash ${process.execPath} ${PROGRAM} 8`;
  expect(stderr).toBe('queens-par: the working directory no longer exists; change to another one');
  expect(exitCode).toBe(1);
});

test.each([
  ['29', '29 queens by bitmask'],
  ['30 --quiet --json', '30 queens by bitmask'],
  ['27 --algorithm bitmask', '27 queens by bitmask'],
  ['sequence 31 --format b-file --quiet', '31 queens by bitmask'],
  ['classes 32', '32 queens by bitmask'],
])('%s ends at once, because it would take years', async (line, count) => {
  const { stdout, stderr, exitCode } = await queensPar(line);
  expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 2 });
  const note = '(Planning the count of \\d+ queens\\.\n)?'; // on a busy machine
  expect(stderr).toMatch(
    new RegExp(`^${note}queens-par: counting ${count} would take about .*; add --force to start anyway$`),
  );
});

// Errors from commands. test/cli/options/refusals.test.ts tests the errors from the parser.
test.each([
  ['help plam', 'there is no command plam; did you mean queens-par plan?'],
  ['8 --checkpoint nowhere --repair', 'there is no file nowhere to repair'],
  ['solve 8 --with 0,1', '--with 0,1: two of these queens attack each other'],
  ['solve 8 --with 0,8', '--with 0,8: give at most 8 columns, each below 8'],
  ['solve 8 --with 0 --solver iterative', '--with needs the bitmask solver; iterative does not support it'],
  [
    `merge ${'x'.repeat(5000)}`,
    `could not read ${'x'.repeat(60)}...: ${has('posix') ? 'name too long' : 'no such file'}`,
  ],
])('%s causes a one-line error and exit code 2', async (line, message) => {
  const { stdout, stderr, exitCode } = await queensPar(line);
  expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 2 });
  expect(stderr.split('\n')).toHaveLength(1);
  expect(stderr.startsWith(`queens-par: ${message}`), stderr).toBe(true);
});

test('the program names the variables that it ignores', async () => {
  const env = { QUEENS_PAR_TREADS: '2', QUEENS_PAR_PART: '1/2', QUEENS_PAR_DATABASE_URL: '', QUEENS_PAR_THREADS: '1' };
  const { stdout, stderr } = await queensPar('8', { env });
  expect(stdout).toBe('92');
  expect(stderr.match(/QUEENS_PAR_\w+ in the environment is ignored/g)).toHaveLength(2);
  expect(await queensPar('8 -q', { env })).toEqual({ stdout: '92', stderr: '', exitCode: 0 });
});

test('plan prints a table of the subproblems, and the hash of the plan', async () => {
  const { stdout } = await queensPar('plan 6 --algorithm bitmask');
  expect(stdout).toMatch(/^1\.3 +2 +\S+ +[\d.]+%$/m);
  expect(stdout).toMatch(/n = 6, bitmask: 10 subproblems, about \S+ on one thread of .*\nhash [0-9a-f]{64}$/);
});

describe('help and version work despite errors in other arguments', () => {
  test.each([
    [['-h'], /^ {2}plan <n> {2,}Show/m],
    [['8', '--help'], /^ {2}queens-par 19 --threads 2 {2,}count on 2 threads$/m],
    [['help', 'plan'], /^queens-par plan <n> \[options\]\n/],
    [['plan', '--threads', 'x', '--frobnicate', '-h'], /^ {2}-t, --threads <N> {2,}Maximum number of threads; 0 /m],
    [['--help', 'plan', '99'], /^queens-par plan <n> \[options\]\n/],
    [['cluster', '--help'], /^ {2}cluster stop <run> {2,}Stop/m],
    [['help', 'cluster', 'stop'], /^ {6}--database-file <FILE> {2}/m],
    [['help', 'solve'], /^ {2}-q, --quiet .*\n {2}-h, --help .*\n {2}-V, --version /m],
    [['help', 'sequence'], /^ +A002562: fundamental solutions$/m],
  ])('%j prints help', async (args, text) => {
    const { stdout, stderr, exitCode } = await queensPar(args, { env: { QUEENS_PAR_THREADS: 'x' } });
    expect(stdout).toMatch(text);
    expect(stdout).not.toContain('--drop'); // help count has all options
    expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 });
  });

  test.each([['-V'], ['solve', '9', '--version', '--limit=1e1']])('%j prints only the version', async (...args) => {
    expect(await queensPar(args)).toEqual({ stdout: programVersion(), stderr: '', exitCode: 0 });
  });

  test('the command version prints the versions of the program and Node.js', async () => {
    const { stdout } = await queensPar('version');
    expect(stdout).toMatch(
      /^queens-par \d[\w.-]*( \(commit .+\))?\nNode\.js v\S+ on .+ threads?, WebAssembly SIMD, (fast|wide) kernel$/,
    );
  });
});

test.each([['--threads 2 -- 8'], ['-t2 8'], ['-qt2 8'], ['count 8 -q']])('%s counts 8 queens', async (line) => {
  expect(await queensPar(line)).toMatchObject({ stdout: '92', exitCode: 0 });
});
