import { cpSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { expect, test } from 'vitest';
import { crc32 } from '../../src/core/text/crc32.js';
import { findWideObstacle } from '../../src/node/threads/wide-kernel.js';
import { temporaryFolder } from '../node/ledger/folder.js';
import '../workers/meet-modules.js'; // lets this Node.js validate the wide kernel
import { faultyEnvironment, queensPar } from './program.js';

const path = temporaryFolder();
const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const OBSTACLE = findWideObstacle();

test('--kernel wide counts on the engines in the table, and is refused with the reason on others', async () => {
  const { stdout, stderr, exitCode } = await queensPar('12 --algorithm meet --kernel wide --json');
  if (OBSTACLE) {
    expect({ stdout, stderr, exitCode }).toMatchObject({ stdout: '', exitCode: 2 });
    expect(stderr).toContain(`queens-par: ${OBSTACLE}; use --kernel auto`);
  } else {
    expect({ ...JSON.parse(stdout), exitCode }).toMatchObject({ count: '14200', kernel: 'wide', exitCode: 0 });
  }
});

test('on a V8 in the table without the option, the fast kernel counts, without a word on stderr', async () => {
  const env = faultyEnvironment('no-revectorizer');
  const { stdout, stderr, exitCode } = await queensPar('version --json', { env });
  expect({ ...JSON.parse(stdout), stderr, exitCode }).toMatchObject({ kernel: 'fast', stderr: '', exitCode: 0 });
  expect(await queensPar('12 --kernel wide', { env })).toMatchObject({ stdout: '', exitCode: 2 });
});

test('--kernel wide is refused for bitmask', async () => {
  expect(await queensPar('8 --algorithm bitmask --kernel wide')).toMatchObject({ stdout: '', exitCode: 2 });
});

test('if the wide kernel counts wrongly, the fast one counts instead, and a message says so', async () => {
  for (const part of ['package.json', 'bin', 'dist/cli', 'dist/workers']) {
    cpSync(join(ROOT, part), join(path('installed'), part), { recursive: true });
  }
  symlinkSync(join(ROOT, 'node_modules'), join(path('installed'), 'node_modules'), 'junction');
  const file = join(path('installed'), 'dist/workers/meet-wide.wasm');
  const count = () => execa(process.execPath, [join(path('installed'), 'bin/queens-par.cjs'), '18', '--json']);
  expect(JSON.parse((await count()).stdout)).toMatchObject({ kernel: OBSTACLE ? 'fast' : 'wide', count: '666090624' });
  const version = () => execa(process.execPath, [join(path('installed'), 'bin/queens-par.cjs'), 'version', '--json']);
  const { kernels } = JSON.parse((await version()).stdout);
  writeFileSync(file, wrongKernel(readFileSync(file)));
  expect(JSON.parse((await version()).stdout).kernels).not.toBe(kernels); // so clusters do not mix the two
  const { stdout, stderr } = await count();
  expect(JSON.parse(stdout)).toMatchObject({ kernel: 'fast', count: '666090624' });
  const message = 'queens-par: the wide kernel counts wrongly on this machine, so the fast one is used';
  expect(stderr.includes(message)).toBe(!OBSTACLE);
});

/** Returns the module with another instruction instead of the last popcnt, and with the CRC-32 of these bytes. */
function wrongKernel(bytes: Buffer): Buffer {
  const places = [...bytes.keys()].filter((place) => bytes[place] === 0x7b).reverse();
  for (const place of places) {
    const mutant = Buffer.from(bytes);
    mutant[place] = 0x7a; // ctz
    if (!WebAssembly.validate(mutant)) continue;
    mutant.writeUInt32LE(crc32(mutant.subarray(0, -4)), mutant.length - 4);
    return mutant;
  }
  throw new Error('the kernel has no popcnt');
}

test('the library does not change the options of V8', () => {
  const files = readdirSync(join(ROOT, 'dist/lib'), { recursive: true, encoding: 'utf8' });
  const code = files
    .filter((file) => file.endsWith('js'))
    .map((file) => readFileSync(join(ROOT, 'dist/lib', file), 'utf8'));
  expect(code.some((text) => text.includes('meet'))).toBe(true);
  expect(code.filter((text) => text.includes('setFlagsFromString'))).toEqual([]);
});
