// Measures a command for n queens as a whole process and checks its count.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { knownCount } from '../../dist/src/core/board/known-counts.js';

/**
 * A program to measure, and its command for n queens.
 *
 * @typedef {{ name: string, command: (n: number) => string[] }} Entrant
 */

/**
 * A measurement: wall-clock seconds, CPU seconds, and peak memory in bytes.
 *
 * @typedef {{ wall: number, cpu: number, memory: number }} Measurement
 */

const PROGRAM = fileURLToPath(new URL('../../dist/cli/queens-par.cjs', import.meta.url));

const folder = mkdtempSync(join(tmpdir(), 'queens-par-bench-'));
process.on('exit', () => rmSync(folder, { recursive: true }));

/** The C compiler, which measure.c needs. */
export const compiler = findCompiler();
const measurer = compile('measure');

/** Prints an error and exits. @returns {never} */
export function refuse(message) {
  console.error(`bench: ${message}`);
  process.exit(2);
}

function findCompiler() {
  for (const name of ['gcc', 'clang', 'cc']) {
    if (spawnSync(name, ['--version'], { stdio: 'ignore' }).status === 0) return name;
  }
  return refuse('no C compiler was found. Install gcc or clang');
}

/** Compiles a C program in this folder. @returns {string} the path of the compiled program. */
export function compile(name) {
  const program = join(folder, name);
  const source = fileURLToPath(new URL(`${name}.c`, import.meta.url));
  execFileSync(compiler, ['-O3', '-march=native', '-o', program, source]);
  return program;
}

/** Returns the command that counts n queens with this program. @returns {string[]} */
export function ourCommand(n, threads, { algorithm = 'auto', node = process.execPath } = {}) {
  const flags = ['--threads', String(threads), '--algorithm', algorithm];
  return [node, PROGRAM, String(n), ...flags];
}

/** Runs a command for n queens and checks the count that it prints. @returns {Measurement} */
export function measure({ name, command }, n) {
  /** @type {import('node:child_process').StdioOptions} */
  const stdio = ['ignore', 'pipe', 'ignore', 'pipe'];
  const { status, output } = spawnSync(measurer, command(n), { encoding: 'utf8', stdio });
  const [printed, figures] = [output?.[1] ?? '', output?.[3] ?? ''];
  const numbers = printed.replaceAll(/(?<=\d)[,_'](?=\d{3})/g, '').split(/\D+/);
  if (status !== 0 || !numbers.includes(String(knownCount(n)))) {
    console.error(`bench: ${name} printed ${JSON.stringify(printed.trim())} for n = ${n}, not ${knownCount(n)}`);
    process.exit(1);
  }
  const [wall = 0, cpu = 0, memory = 0] = figures.split(' ').map(Number);
  return { wall, cpu, memory };
}

/** Returns the median. For an even number of values, this is the lower of the two middle values. */
export function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)];
}
