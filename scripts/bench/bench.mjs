// Measures this program on this machine: whole processes against the textbook's search in C, Java and JavaScript, the
// kernels alone, one thread to all, cold and warm. Every count is checked before any time is printed.
//
//     npm run bench -- [--max 18] [--runs 3] [--patience 15] [--versus 'command {n}']... [--results FOLDER] [--publish]
//
// --versus runs another program beside ours, {n} being the board size; its output must have the right number in it.
// --patience is how many seconds a run may be forecast at before its entrant is left out. The figures are kept as JSON
// and plots in a folder, scripts/bench/results; --publish writes docs/benchmarks.md, its plots and the README's table too.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { compare } from './compare.mjs';
import { ALL_THREADS, baselines, cCompiler, guest, queensPar } from './entrants.mjs';
import { makeMeasure } from './measure.mjs';
import { plots } from './plots.mjs';
import { publish } from './publish.mjs';
import { measureSteps, measureWithin } from './stages.mjs';
import { asText, tables } from './tables.mjs';
import { measureThreads } from './threads.mjs';

const LEAST_N = 8;

/** The board of the plot of steps: the slowest of them takes seconds. */
const STEPS_N = 14;

const { values } = parseArgs({
  options: {
    max: { type: 'string', default: '18' },
    runs: { type: 'string', default: '3' },
    patience: { type: 'string', default: '15' },
    versus: { type: 'string', multiple: true, default: [] },
    results: { type: 'string', default: fileURLToPath(new URL('results/', import.meta.url)) },
    publish: { type: 'boolean', default: false },
  },
});
const [max, runs, patience] = ['max', 'runs', 'patience'].map((name) => wholeNumber(name, values[name]));
if (max <= LEAST_N || max > 24) refuse(`--max must be from ${LEAST_N + 1} to 24, not ${max}`);

function wholeNumber(name, text) {
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text);
  return refuse(`--${name} must be a whole number from 1, not ${JSON.stringify(text)}`);
}

/** @returns {never} */
function refuse(message) {
  console.error(`bench: ${message}`);
  process.exit(2);
}

/** What is going on, on one line of the terminal. */
function note(text) {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${text}`);
}

process.on('uncaughtException', ({ message }) => {
  note('');
  console.error(`bench: ${message}`);
  process.exit(1);
});

/** Of others, before we begin. */
const [load] = loadavg();

const folder = mkdtempSync(join(tmpdir(), 'queens-par-bench-'));
process.on('exit', () => rmSync(folder, { recursive: true }));

const sizes = Array.from({ length: max - LEAST_N + 1 }, (_, i) => LEAST_N + i);
const { entrants: rivals, absent } = baselines(folder);
const ours = ALL_THREADS > 1 ? [queensPar(ALL_THREADS), queensPar(1)] : [queensPar(1)];
const entrants = [...ours, { ...queensPar(1, 'bitmask'), isOurs: false }, ...rivals, ...values.versus.map(guest)];
const measure = makeMeasure(folder, cCompiler());

const { figures: boards, leftOut } = compare(entrants, { sizes, runs, patience, measure, note });
const threads = measureThreads(boards, { max, runs, patience, measure, note });
const within = measureWithin(sizes, ALL_THREADS, { runs, patience, note });
const stepsN = Math.min(max, STEPS_N);
const steps = { n: stepsN, figures: measureSteps(stepsN, boards, note) };
note('');

const result = {
  schema: 'queens-par/benchmark/1',
  date: new Date().toISOString(),
  machine: { cpu: cpus()[0].model.trim(), threads: ALL_THREADS, memory: totalmem(), load },
  node: process.version,
  v8: process.versions.v8,
  commit: execFileSync('git', ['describe', '--always', '--dirty'], { encoding: 'utf8' }).trim(),
  runs,
  entrants: entrants.map(({ name, about }) => ({ name, about })),
  absent,
  leftOut,
  boards,
  threads,
  within,
  steps,
};

for (const table of tables(result)) console.log(asText(table));
for (const { name, about } of result.entrants) console.log(`${name}: ${about}`);
for (const { entrant, from, forecast } of leftOut) {
  console.log(`${entrant}: left out from n = ${from} on, where a run would take some ${Math.round(forecast)} s`);
}
for (const why of absent) console.log(`not measured: ${why}`);

const name = `${result.date.slice(0, 10)}-max${max}`;
mkdirSync(values.results, { recursive: true });
writeFileSync(join(values.results, `${name}.json`), `${JSON.stringify(result, null, 2)}\n`);
for (const [file, svg] of Object.entries(plots(result))) writeFileSync(join(values.results, `${name}-${file}`), svg);
if (values.publish) publish(result);
