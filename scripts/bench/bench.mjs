// Measures whole processes on this machine: this program on 1, 2, 4 threads and so on, up to all cores, and a textbook
// search in C. Needs a C compiler. Prints times only if every count is right. others.mjs compares other programs.
//
//     npm run bench -- [--max 18] [--node ../node-26/bin/node] [--curve 20] [--publish]
//
// --node also measures this program with another release of Node.js. --publish writes the results to results.json,
// docs/benchmarks.md and its plot, and the README's table. --curve N instead takes the subproblems' times for up to N
// queens and computes the times on 1 to 64 threads (curve.mjs).
import { execFileSync } from 'node:child_process';
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';
import { parseArgs } from 'node:util';
import { curveTable, measureCurve } from './curve.mjs';
import { compile, compiler, measure, median, ourCommand, refuse } from './measure.mjs';
import { nameOf, publish, publishCurve, tables } from './publish.mjs';

/**
 * A program to measure. A patient program is measured for every n, even if it is slow.
 *
 * @typedef {import('./measure.mjs').Entrant & { isPatient?: boolean }} Entrant
 */

const SMALLEST = 8;
const ROUNDS = 3;

/** Maximum forecast CPU time, in seconds. Above it, patient programs are run once, and others not at all. */
const PATIENCE = 50;

/** Upper bound of the factor by which the time of backtracking grows from one n to the next. */
const GROWTH = 8.5;

const { values } = readOptions();
if (values.help) {
  console.log('npm run bench -- [--max 18] [--node ../node-26/bin/node] [--curve 20] [--publish]');
  process.exit();
}
if (values.curve) {
  const curve = measureCurve(parseLargest('--curve', values.curve, 16, 23));
  console.log(`${curveTable(curve)}\n${curve.map((row) => JSON.stringify(row)).join('\n')}`);
  if (values.publish) publishCurve(curveTable(curve));
  process.exit();
}
const largest = parseLargest('--max', values.max, SMALLEST + 1, 24);
const [load] = loadavg(); // the load from other processes, before ours start
const textbook = compile('textbook');
const threads = availableParallelism();
const nodes = [process.execPath, ...values.node].map((path) => ({ path, version: versionOf(path) }));
if (new Set(nodes.map(({ version }) => nameOf(version, 1))).size < nodes.length)
  refuse('--node must be another major release of Node.js than the one that runs the script');
/** @type {Entrant[]} */
const entrants = [
  ...nodes.flatMap((node) => threadCounts(threads).map((count) => ours(node, count))),
  { name: 'bitmask, 1 thread', command: (n) => ourCommand(n, 1, { algorithm: 'bitmask' }) },
  { name: `C (${compiler} -O3)`, command: (n) => [textbook, String(n)] },
];

const result = {
  date: new Date().toISOString(),
  machine: { cpu: cpus()[0].model.trim(), threads, memory: totalmem(), load },
  nodes: nodes.map(({ version }) => version),
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
        curve: { type: 'string' },
        node: { type: 'string', multiple: true, default: [] },
        publish: { type: 'boolean', default: false },
      },
    });
  } catch (error) {
    return refuse(error instanceof Error ? error.message : error);
  }
}

function parseLargest(name, text, min, max) {
  const largest = Number(text);
  if (Number.isInteger(largest) && largest >= min && largest <= max) return largest;
  return refuse(`${name} must be a whole number from ${min} to ${max}, not ${text}`);
}

/** Returns the powers of two below a number of cores, and the number itself. */
function threadCounts(cores) {
  const counts = [];
  for (let count = 1; count < cores; count *= 2) counts.push(count);
  return [...counts, cores];
}

/** Returns the version of a Node.js executable, such as v26.10.0. */
function versionOf(path) {
  try {
    return execFileSync(path, ['--version'], { encoding: 'utf8' }).trim();
  } catch {
    return refuse(`--node must be the path of a Node.js executable, not ${path}`);
  }
}

/** Creates the entrant for this program. @returns {Entrant} */
function ours({ path, version }, threads) {
  const name = nameOf(version, threads);
  return { name, command: (n) => ourCommand(n, threads, { node: path }), isPatient: true };
}

/** Measures the entrants in turn, so slow phases of the machine affect all of them. @returns medians. */
function measureAll() {
  const boards = [];
  const forecasts = new Map();
  let racing = entrants;
  for (let n = SMALLEST; n <= largest; n++) {
    racing = racing.filter((entrant) => entrant.isPatient || !(forecasts.get(entrant) > PATIENCE));
    /** @type {Map<Entrant, import('./measure.mjs').Measurement[]>} */
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
