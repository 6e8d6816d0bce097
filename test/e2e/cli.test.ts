import { availableParallelism } from 'node:os';
import { execa } from 'execa';
import { describe, expect, test } from 'vitest';
import { programVersion } from '../../workers/program-version.js';
import { PROGRAM, queensPar } from './program.js';

const version = programVersion();

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
    expect(stderr).toMatch(/^ {2}0% 0\/78 subproblems, 0 placements\/s, \d+s, time left unknown, [12] threads?$/m);
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
    const fromEnvironment = await queensPar(args.slice(0, -1), { env: { QUEENS_PAR_THREADS: '4' } });
    expect(JSON.parse(fromEnvironment.stdout as string)).toMatchObject({ threads: 4 });
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

describe('a result that cannot be written: one line that says so, and exit code 1', () => {
  test.each(['--help', '-V', '8 -q', '8 --json -q', 'solve 8 -q', 'plan 8', 'sequence 1..4 -q', 'completion'])(
    '%s',
    async (command) => {
      const { stderr, exitCode } = await execa({
        shell: '/bin/bash',
        reject: false,
      })`${COMMAND} ${command.split(' ')} > /dev/full`;
      expect(stderr).toBe('queens-par: the result cannot be written: no space left on the disk');
      expect(exitCode).toBe(1);
    },
  );
});

test('a working directory that was deleted is an error in one line', async () => {
  const script = 'cd "$(mktemp -d)" && rmdir "$PWD" && exec "$@"';
  const { stderr, exitCode } = await execa({
    reject: false,
  })`bash -c ${script} bash ${process.execPath} ${PROGRAM} 8`;
  expect(stderr).toBe('queens-par: the working directory does not exist any more: change to one that does');
  expect(exitCode).toBe(1);
});

// What is refused before a command's body is loaded is in test/cli/refusals.test.ts.
describe('bad input: one line that says what is wrong and what would be right, and exit code 2', () => {
  test.each<[string[], string]>([
    [['8', '--', '9'], 'one argument too many: 9'],
    [['abc'], 'n must be a whole number from 0 to 32, not "abc"'],
    [['--hlep', '8'], 'unknown option --hlep; did you mean --help?'],
    [['help', 'plam'], 'there is no command plam; did you mean plan?'],
    [['merge', 'x'.repeat(5000)], `${'x'.repeat(60)}... cannot be read: the name is too long`],
    [['16', '--memory', '3'], 'n = 16 needs at least 4 megabytes of memory a thread, not 3'],
    [['22', '--memory', '64'], 'n = 22 needs at least 99 megabytes of memory a thread, not 64'],
    [['25', '--memory', '64'], 'n = 25 needs at least 185 megabytes of memory a thread, not 64'],
    [['29', '--algorithm', 'meet'], 'meet counts n from 5 to 28, not 29; bitmask counts every n'],
    [['cluster', 'stop'], 'name the run to stop, as in: queens-par cluster stop 18-meet'],
    [['32', '--depth', '9'], '5 rows make more than 2000000 subproblems for n = 32; take a smaller depth'],
  ])('%j', async (args, message) => {
    const { stdout, stderr, exitCode } = await queensPar(args);
    expect(stderr).toBe(`queens-par: ${message}`);
    expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 2 });
  });

  test('in an environment variable too', async () => {
    const { stderr, exitCode } = await queensPar(['8'], { env: { QUEENS_PAR_THREADS: 'many' } });
    expect(stderr).toBe('queens-par: QUEENS_PAR_THREADS must be a whole number from 0 to 1024, not "many"');
    expect(exitCode).toBe(2);
  });
});

describe('plan', () => {
  test('shows a table with the hash of the whole', async () => {
    const { stdout } = await queensPar(['plan', '6', '--algorithm', 'bitmask']);
    expect(stdout).toMatch(/^1\.3 +2 +\d+ +[\d.]+ %$/m);
    expect(stdout).toMatch(/n 6, bitmask: 10 subproblems, cost \d+\nhash [0-9a-f]{64}$/);
  });

  test('--json gives the subproblems themselves', async () => {
    const { stdout } = await queensPar(['plan', '8', '--json', '--algorithm', 'bitmask']);
    const plan = JSON.parse(stdout as string);
    expect(plan).toMatchObject({ schema: 'queens-par/plan/2', n: 8, algorithm: 'bitmask' });
    expect(plan.subproblemList[0]).toMatchObject({ id: '0.2', n: 8, weight: 2, prefix: [0, 2] });
  });
});

describe('help and the version come before everything else, with exit code 0', () => {
  test.each([['-h'], ['--help'], ['help'], ['8', '--help']])('%j: the commands, and an example', async (...args) => {
    const { stdout, stderr, exitCode } = await queensPar(args);
    expect(stdout).toContain('queens-par 16 --threads 8');
    expect(stdout).toMatch(/^ {2}plan <n> {2,}Show/m);
    expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 });
  });

  test.each([
    ['plan', '--help'],
    ['help', 'plan'],
    ['plan', '--threads', 'x', '--help'],
    ['plan', '--frobnicate', '-h'],
    ['--help', 'plan', '99'],
  ])('%j %j: the options of a command, with what each is given', async (...args) => {
    const { stdout, stderr, exitCode } = await queensPar(args, { env: { QUEENS_PAR_THREADS: 'x' } });
    expect(stdout).toMatch(/^queens-par plan <n> \[options\]\n/);
    expect(stdout).toMatch(/^ {2}-t, --threads <N> {2,}Number of worker threads; .*\[default: 0\]$/m);
    expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 });
  });

  test('the commands of a command', async () => {
    for (const args of [
      ['cluster', '--help'],
      ['help', 'cluster'],
    ]) {
      expect((await queensPar(args)).stdout).toMatch(/^ {2}cluster import <ledger> {2,}Add/m);
    }
    const { stdout } = await queensPar(['help', 'cluster', 'import']);
    expect(stdout).toMatch(/^queens-par cluster import <ledger> \[options\]\n/);
    expect(stdout).toMatch(/^ {6}--database-file <FILE> {2}/m);
  });

  test.each([['--version'], ['-V'], ['solve', '9', '-V', '--limit=1e1']])('%j: the number alone', async (...args) => {
    expect(await queensPar(args)).toEqual({ stdout: version, stderr: '', exitCode: 0 });
  });

  test.each([[['--version', '--json']], [['version', '--json']]])('%j: all about it', async (args) => {
    const { stdout, exitCode } = await queensPar(args);
    const threads = availableParallelism();
    const { platform, arch, version: node } = process;
    expect(JSON.parse(stdout)).toMatchObject({ version, node, platform, arch, simd: true, threads });
    expect(JSON.parse(stdout).commit ?? '0000000').toMatch(/^[0-9a-f]{7,}/);
    expect(exitCode).toBe(0);
  });

  test('the command version tells it in words', async () => {
    const { stdout } = await queensPar(['version']);
    expect(stdout).toMatch(
      /^queens-par [\d.]+( \(commit .+\))?\nNode\.js v\S+ on \S+ \S+, \d+ threads?, WebAssembly SIMD$/,
    );
  });
});

describe('what is written in several ways', () => {
  test.each([
    [['--', '8']],
    [['--threads', '2', '--', '8']],
    [['-t', '2', '8']],
    [['-t2', '8']],
    [['-qt2', '8']],
    [['8', '--json=no']],
    [['8', '--json=0', '--quiet=yes']],
    [['8', '--json', '--json=false']],
    [['count', '8']],
  ])('%j counts 8 queens', async (args) => {
    expect(await queensPar(args)).toMatchObject({ stdout: '92', exitCode: 0 });
  });

  test.each([['--json'], ['--json=1'], ['--json=true'], ['--json=yes']])('%s', async (flag) => {
    const { stdout } = await queensPar(['8', flag]);
    expect(JSON.parse(stdout)).toMatchObject({ count: '92' });
  });

  test.each([
    ['plan', '4'],
    ['forecast', '4'],
    ['completion', 'bash'],
  ])('every command knows -q: %s', async (...args) => {
    expect(await queensPar([...args, '-q'])).toMatchObject({ stderr: '', exitCode: 0 });
  });

  test('a forecast for more machines than a plan has threads', async () => {
    const { stdout, exitCode } = await queensPar(['forecast', '21', '--machines', '600', '--threads', '2']);
    expect(stdout).toContain('on 600 such machines');
    expect(exitCode).toBe(0);
  });
});
