import { cpSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { beforeAll, describe, expect, test } from 'vitest';
import { has, OTHER_USER } from '../machine.js';
import { temporaryFolder } from '../node/ledger/folder.js';
import { faultyEnvironment, type ProgramResult, queensPar } from './program.js';
import { startServing } from './serving.js';

const path = temporaryFolder();
const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Runs the program with options of Node.js, such as `--jitless`. */
function withNode(nodeOptions: readonly string[], line: string | readonly string[]): Promise<ProgramResult> {
  return queensPar(line, { nodeOptions: ['--no-warnings', ...nodeOptions] });
}

describe('a processor without SIMD', () => {
  const NO_SIMD = ['--no-enable-sse4-1'];

  test.runIf(has('x64'))('counts with the reference kernel, and says so once if that takes time', async () => {
    const { stdout, stderr } = await withNode(NO_SIMD, '15 --json');
    expect(JSON.parse(stdout)).toMatchObject({ count: '2279184', algorithm: 'bitmask', kernel: 'reference' });
    expect(stderr.match(/no SIMD/g)).toHaveLength(1);
    expect((await withNode(NO_SIMD, '13')).stderr).not.toContain('SIMD');
  });

  test.runIf(has('x64'))('counts with the reference kernel by meet, to verify a count as well', async () => {
    const { stdout } = await withNode(NO_SIMD, '9 --algorithm meet --json');
    expect(JSON.parse(stdout)).toMatchObject({ count: '352', algorithm: 'meet', kernel: 'reference' });
    const { stdout: verified } = await withNode(NO_SIMD, '9 --verify --json');
    expect(JSON.parse(verified).verified).toMatchObject({ algorithm: 'meet', kernel: 'reference' });
  });

  test.runIf(has('x64'))('audits with the reference kernel', async () => {
    const file = path('no-simd.ledger');
    expect((await queensPar(['9', '--algorithm', 'meet', '--checkpoint', file])).exitCode).toBe(0);
    expect((await withNode(NO_SIMD, ['audit', file, '--sample', '100%'])).exitCode).toBe(0);
  });

  test.runIf(has('x64')).each(['9', '14 --algorithm meet'])('%s refuses the fast kernel', async (line) => {
    const { stdout, stderr, exitCode } = await withNode(NO_SIMD, `${line} --kernel fast`);
    expect(stderr).toMatch(/^queens-par: .*SIMD.*reference kernel.*$/);
    expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 2 });
  });
});

test('a Node.js without WebAssembly counts with the reference kernel, and refuses the fast one', async () => {
  const { stdout } = await withNode(['--jitless'], '8 --json');
  expect(JSON.parse(stdout)).toMatchObject({ count: '92', kernel: 'reference' });
  for (const n of ['8', '17']) {
    const { stderr, exitCode } = await withNode(['--jitless'], `${n} --kernel fast`);
    expect(stderr.match(/^queens-par: .*/gm)).toEqual([
      'queens-par: this Node.js has no WebAssembly (--jitless), so only the reference kernel works here',
    ]);
    expect(exitCode).toBe(2);
  }
});

test('a Node.js without WebAssembly adds up a whole ledger, and audits it with the reference kernel', async () => {
  const file = path('whole.ledger');
  const count = ['8', '--checkpoint', file];
  expect((await queensPar(count)).exitCode).toBe(0);
  expect((await withNode(['--jitless'], count)).exitCode).toBe(0);
  expect((await withNode(['--jitless'], ['audit', file, '--sample', '100%'])).exitCode).toBe(0);
});

test.each(['12 --threads 1', '18 --threads 2'])(
  '%s reports that the system refuses the memory of a kernel',
  async (line) => {
    for (const algorithm of ['bitmask', 'meet'])
      expect(await withNode(['--wasm-max-mem-pages=2'], [...line.split(' '), '--algorithm', algorithm])).toMatchObject({
        // Where there is a wide kernel, a line before this one says that it lacks memory, too.
        stderr: expect.stringMatching(
          /^(queens-par: the wide .*\n)?queens-par: could not allocate [\d.]+ MB of memory for a thread; use fewer .*$/,
        ),
        exitCode: 1,
      });
  },
);

describe.runIf(process.platform === 'linux' && has('bash'))('a limit of address space', () => {
  const LIMIT = 'ulimit -v 8000000; exec "$0" "$@"';
  const limited = (line: string, env = {}) => queensPar(line, { env, within: ['bash', '-c', LIMIT] });
  // Node.js 24 and later need no option.
  const isEnough = Number(process.versions.node.split('.')[0]) >= 24;

  test.each(['8', '16 --threads 2 --algorithm bitmask'])('%s counts, or names the option of Node.js', async (args) => {
    const { stderr, exitCode } = await limited(args);
    expect(exitCode).toBe(isEnough ? 0 : 1);
    if (!isEnough) expect(stderr).toMatch(/^queens-par: .*ulimit -v.*--disable-wasm-trap-handler$/);
    const helped = await limited(args, { NODE_OPTIONS: '--disable-wasm-trap-handler' });
    expect(helped.exitCode).toBe(0);
  });

  test('serve sends the page', async () => {
    const { address, stop } = await startServing([], ['bash', '-c', LIMIT]);
    expect((await fetch(address)).status).toBe(200);
    expect((await stop()).stderr).toBe('');
  });
});

describe.runIf(has('setpriv'))('a limit of threads', () => {
  const limited = (processes: number) =>
    queensPar('12 --threads 4 --kernel reference --algorithm bitmask', {
      within: ['setpriv', ...OTHER_USER, 'prlimit', `--nproc=${processes}`],
    });

  test('leaves an exact count or one line, whatever can be started', async () => {
    const messages: string[] = [];
    // Node.js has some threads of its own. Where one of those cannot start, Node.js itself complains, aborts or hangs.
    for (let processes = 7; processes <= 11; processes++) {
      const { stdout, stderr, exitCode } = await limited(processes);
      const ours = stderr.split('\n').filter((line) => line.startsWith('queens-par: '));
      if (ours.length === 0 && exitCode !== 0) continue;
      messages.push(...ours);
      expect({ processes, stdout }).toEqual({ processes, stdout: exitCode === 0 ? '14200' : '' });
      if (exitCode !== 0) expect(ours).toHaveLength(1);
    }
    expect(messages.join('\n')).toMatch(/threads? (can|could) be started/);
  });
});

describe("Node's permission model", () => {
  const [major = 0] = process.versions.node.split('.').map(Number);
  const READ = [major >= 22 ? '--permission' : '--experimental-permission', '--allow-fs-read=*'];

  test('allows a count, and refuses threads in one line', async () => {
    expect((await withNode(READ, '8')).stdout).toBe('92');
    const { stderr, exitCode } = await withNode(READ, '17 --threads 2');
    expect(stderr).toMatch(/^queens-par: .*--allow-worker\)$/);
    expect(exitCode).toBe(1);
  });

  test('allows reading a ledger, and refuses in one line to write one, because no file may be synced', async () => {
    expect((await withNode(READ, 'merge docs/ledgers/18.ledger')).stdout).toBe('666090624');
    for (const options of [READ, [...READ, '--allow-fs-write=*']]) {
      const { stdout, stderr, exitCode } = await withNode(options, `8 --checkpoint ${path('refused.ledger')}`);
      expect(stderr).toMatch(/^queens-par: could not \w+ \S+refused\.ledger.*(restricted|Permission Model).*$/);
      expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 1 });
    }
  });
});

/** The report of an error that the program does not expect. */
const PROGRAM_ERROR =
  /^queens-par: an error of queens-par \d[\w.-]*\. [^\n]* report it[^\n]*:\nNode\.js v.*Error: .* {4}at /s;

test.each(['8 --json', 'plan 8 --json', 'serve --port 0'])(
  'a mistake in the program is not shown to the user of %s as a message, but reported with its stack',
  async (line) => {
    const { stdout, stderr, exitCode } = await queensPar(line, { env: faultyEnvironment('mistake') });
    expect(stderr).toMatch(PROGRAM_ERROR);
    expect(stderr).toContain('TypeError: a mistake of a package');
    expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 1 });
  },
);

test('under Deno, where the package for locks would end the process, a checkpoint has a warning', async () => {
  const file = path('deno.ledger');
  const run = () => queensPar(['8', '--checkpoint', file], { env: faultyEnvironment('like-deno') });
  for (const { stdout, stderr, exitCode } of [await run(), await run()]) {
    expect(stderr).toContain(`queens-par: This system cannot lock ${file}. Do not let a second process write to it.\n`);
    expect({ stdout, exitCode }).toEqual({ stdout: '92', exitCode: 0 });
  }
});

describe('an installation', () => {
  const installed = path('installed');
  const program = join(installed, 'bin/queens-par.cjs');
  beforeAll(() => {
    for (const part of ['package.json', 'bin', 'dist/cli', 'dist/workers']) {
      cpSync(join(ROOT, part), join(installed, part), { recursive: true });
    }
    symlinkSync(join(ROOT, 'node_modules'), join(installed, 'node_modules'), 'junction');
  });

  /** Runs the program with each of these contents in place of a file, and checks its message. */
  async function expectRefusal(
    name: string,
    contents: readonly Uint8Array[],
    args: string,
    message: RegExp,
  ): Promise<void> {
    const file = join(installed, name);
    const whole = readFileSync(file);
    for (const [place, damaged] of contents.entries()) {
      writeFileSync(file, damaged);
      const { stdout, stderr, exitCode } = await execa(process.execPath, [program, ...args.split(' ')], {
        reject: false,
      });
      expect({ name, place, stdout, stderr, exitCode }).toMatchObject({ stdout: '', exitCode: 1 });
      expect(stderr).toMatch(message);
    }
    writeFileSync(file, whole);
  }

  test.each(['bitmask', 'meet'])('with a damaged kernel for %s refuses it, whichever bit is wrong', async (name) => {
    const file = `dist/workers/${name}.wasm`;
    const whole = readFileSync(join(installed, file));
    const flipped = [241, whole.length >> 1, whole.length - 5, whole.length - 1].map((place) => {
      const damaged = Buffer.from(whole);
      damaged.writeUInt8(damaged.readUInt8(place) ^ 4, place);
      return damaged;
    });
    const args = `8 --algorithm ${name} --part 1/2 --out ${path(`part-${name}`)}`;
    const line = new RegExp(`^queens-par: \\S*${name}.wasm is damaged; reinstall queens-par$`);
    await expectRefusal(file, [whole.subarray(0, 100), ...flipped], args, line);
  });

  test('with a damaged program reports the error, with its stack', async () => {
    const chunk = readdirSync(join(installed, 'dist/cli/chunks')).find((name) => name.startsWith('solve')) ?? '';
    for (const [name, least] of [
      ['queens-par.cjs', 1],
      ['program.cjs', 0],
      [`chunks/${chunk}`, 0],
    ] as const) {
      const file = `dist/cli/${name}`;
      const whole = readFileSync(join(installed, file));
      const cut = [least, 0.3, 0.7].map((part) => whole.subarray(0, part * whole.length));
      if (least === 1) cut[0] = Buffer.alloc(whole.length); // zeros
      await expectRefusal(file, cut, 'solve 6', PROGRAM_ERROR);
    }
  });

  test.runIf(has('posix'))('is found through a link that Node.js does not resolve', async () => {
    const link = path('link');
    symlinkSync(program, link);
    const env = { NODE_PRESERVE_SYMLINKS_MAIN: '1' };
    const { stdout } = await execa(process.execPath, [link, '8', '--quiet'], { env });
    expect(stdout).toBe('92');
  });
});
