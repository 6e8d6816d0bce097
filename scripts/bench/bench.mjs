// Measures whole processes on this machine: this program on 1, 2, 4 threads and so on up to all cores, a textbook search in C,
// and other programs on request. Needs a C compiler. Checks every count before it prints any time.
//
//     npm run bench -- [--max 18] [--versus 'command {n}']... [--publish]
//
// --versus adds another program. {n} stands for the board size. The program's output must contain the right count.
// --publish writes the figures to results.json, docs/benchmarks.md, its plot, and the README's table.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { knownCount } from '../../dist/src/board/known-counts.js';
import { nameOf, publish, tables } from './publish.mjs';

/**
 * A program to measure, and its command for n queens. Patient programs are measured even for n where they are slow.
 *
 * @typedef {{ name: string, command: (n: number) => string[], isPatient?: boolean }} Entrant
 */

/**
 * Wall-clock seconds, CPU seconds, and peak memory in bytes.
 *
 * @typedef {{ wall: number, cpu: number, memory: number }} Measured
 */

const SMALLEST = 8;
const ROUNDS = 3;

/** Limit of the forecast CPU time, in seconds. Above it, patient programs are executed once, and others not at all. */
const PATIENCE = 15;

/** Upper bound of the factor by which the time of backtracking grows from one n to the next. */
const GROWTH = 8.5;

const PROGRAM = fileURLToPath(new URL('../../dist/cli/queens-par.cjs', import.meta.url));

const { values } = readOptions();
if (values.help) {
  console.log("npm run bench -- [--max 18] [--versus 'command {n}']... [--publish]");
  process.exit();
}
const largest = Number(values.max);
if (!(Number.isInteger(largest) && largest > SMALLEST && largest <= 24)) {
  refuse(`--max must be a whole number from ${SMALLEST + 1} to 24, not ${values.max}`);
}
const compiler = findCompiler();

const [load] = loadavg(); // load by other processes, before ours start
const folder = mkdtempSync(join(tmpdir(), 'queens-par-bench-'));
process.on('exit', () => rmSync(folder, { recursive: true }));

const measurer = compile('measure');
const textbook = compile('textbook');
const threads = availableParallelism();
/** @type {Entrant[]} */
const entrants = [
  ...threadCounts(threads).map((count) => ({ ...ours(count), isPatient: true })),
  ours(1, 'bitmask'),
  { name: `C (${compiler} -O3)`, command: (n) => [textbook, String(n)] },
  ...values.versus.map((line) => ({ name: line, command: (n) => ['sh', '-c', line.replaceAll('{n}', String(n))] })),
];

const result = {
  date: new Date().toISOString(),
  machine: { cpu: cpus()[0].model.trim(), threads, memory: totalmem(), load },
  node: process.version,
  commit: execFileSync('git', ['describe', '--always', '--dirty'], { encoding: 'utf8' }).trim(),
  boards: measureAll(),
};
for (const { title, table } of tables(result)) console.log(`${title}\n\n${table}`);
if (values.publish) publish(result);

function readOptions() {
  try {
    return parseArgs({
      options: {
        help: { type: 'boolean', short: 'h', default: false },
        max: { type: 'string', default: '18' },
        versus: { type: 'string', multiple: true, default: [] },
        publish: { type: 'boolean', default: false },
      },
    });
  } catch (error) {
    return refuse(error instanceof Error ? error.message : error);
  }
}

/** @returns {never} */
function refuse(message) {
  console.error(`bench: ${message}`);
  process.exit(2);
}

function findCompiler() {
  for (const name of ['gcc', 'clang', 'cc']) {
    if (spawnSync(name, ['--version'], { stdio: 'ignore' }).status === 0) return name;
  }
  return refuse('needs a C compiler for the textbook search: install gcc or clang');
}

function compile(name) {
  const program = join(folder, name);
  const source = fileURLToPath(new URL(`${name}.c`, import.meta.url));
  execFileSync(compiler, ['-O3', '-march=native', '-o', program, source]);
  return program;
}

/** Returns the powers of two below a number of cores, and this number. */
function threadCounts(cores) {
  const counts = [];
  for (let count = 1; count < cores; count *= 2) counts.push(count);
  return [...counts, cores];
}

/** Makes the entrant for this program. @returns {Entrant} */
function ours(threads, algorithm = 'auto') {
  const flags = ['--threads', String(threads), '--algorithm', algorithm, '--quiet'];
  const name = algorithm === 'auto' ? nameOf(threads) : nameOf(threads).replace(',', ` ${algorithm},`);
  return { name, command: (n) => [process.execPath, PROGRAM, String(n), ...flags] };
}

/** Measures the entrants in turn, so that slow moments of the machine affect all of them. @returns medians. */
function measureAll() {
  const boards = [];
  const forecasts = new Map();
  let racing = entrants;
  for (let n = SMALLEST; n <= largest; n++) {
    racing = racing.filter((entrant) => entrant.isPatient || !(forecasts.get(entrant) > PATIENCE));
    /** @type {Map<Entrant, Measured[]>} */
    const measured = new Map(racing.map((entrant) => [entrant, []]));
    for (let round = 0; round < ROUNDS; round++) {
      for (const entrant of racing.filter((entrant) => round === 0 || !(forecasts.get(entrant) > PATIENCE))) {
        if (process.stderr.isTTY) process.stderr.write(`\r\u001b[Kn = ${n}, round ${round + 1}: ${entrant.name}\r`);
        measured.get(entrant)?.push(measure(entrant, n));
      }
    }
    for (const [entrant, rows] of measured) {
      const medianOf = (field) => median(rows.map((row) => row[field]));
      const row = {
        n,
        entrant: entrant.name,
        wall: medianOf('wall'),
        cpu: medianOf('cpu'),
        memory: medianOf('memory'),
      };
      forecasts.set(entrant, GROWTH * row.cpu);
      boards.push(row);
    }
  }
  return boards;
}

/** Executes a command for n queens, and checks the count that it prints. @returns {Measured} */
function measure({ name, command }, n) {
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
function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)];
}
