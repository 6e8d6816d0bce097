// Fits the unit costs in src/core/plan/meet-cost.ts to measured times of meet on one thread. Run `npm run build` first.
//
//     node scripts/bench/costs.mjs            prints the unit costs, and the errors of the estimates
//     node scripts/bench/costs.mjs --write    also writes them into that file (then build again)
//
// This takes about 15 minutes of CPU time. For each n, the script chooses fillings of the band (all of them up to n =
// 18) and counts each filling with several numbers of split columns. These counts must be equal, and up to n = 18 their
// sum must be the published count. The order is random, so slow phases of the machine affect all n equally.
import { readFileSync, writeFileSync } from 'node:fs';
import { argv, cpuUsage } from 'node:process';
import { knownCount } from '../../dist/src/core/board/known-counts.js';
import { divideByNextQueen, divideBySides, emptyBoard } from '../../dist/src/core/meet/smaller-boards.js';
import { workAmounts } from '../../dist/src/core/plan/meet-cost.js';
import { chooseMeetCut, createSubproblem, planMeetCut, subproblemsOfCut } from '../../dist/src/core/plan/meet-plan.js';
import { runSteps } from '../../dist/src/core/plan/steps.js';
import { MAX_DEFAULT_MEMORY } from '../../dist/src/node/machine/memory.js';
import { compileKernel } from '../../dist/src/node/threads/compile-kernel.js';
import { createKernel } from '../../dist/workers/kernels.js';

/** Board sizes, each with the maximum number of fillings to measure and the numbers of split columns. */
const MEASURED = [
  { n: 14, ways: 20, splitColumns: [0, 3, 6, 8] },
  { n: 15, ways: 20, splitColumns: [0, 3, 6, 8] },
  { n: 16, ways: 20, splitColumns: [0, 3, 6, 8] },
  { n: 17, ways: 20, splitColumns: [0, 3, 6, 8] },
  { n: 18, ways: 20, splitColumns: [0, 3, 6] },
  { n: 19, ways: 16, splitColumns: [0, 3, 6] },
  { n: 20, ways: 30, splitColumns: [0, 4] },
  { n: 21, ways: 16, splitColumns: [0, 4] },
  { n: 22, ways: 16, splitColumns: [0, 4] },
  ...[23, 24, 25, 26, 27, 28].map((n) => ({ n, ways: 40, splitColumns: [0] })),
].sort((a, b) => a.n - b.n);
/**
 * From this n on, a board has too few samples to fit four figures, so the ratios between the figures are the same for
 * all these boards.
 */
const ALIKE_FROM = 20;
/** Number of rounds that fit these ratios and then each board's scale. */
const ROUNDS_OF_ALIKE = 60;
/** The plan for this n keeps its cost, so the unit of costs stays the same even on a slower machine. */
const UNIT = 17;

/** Up to this n, all fillings are measured. */
const ALL_UP_TO = 18;
/** Up to this n, fillings are chosen evenly from a list of all fillings. For larger n, they are chosen at random. */
const LISTED_UP_TO = 21;
/** Up to this n, subproblems are counted several times, because one count is too short to measure. */
const SMALL_UP_TO = 17;
const ROUNDS_OF_SMALL = 3;

/** Weight of the samples with the fewest split columns, as in plans for few threads. Other samples have weight 1. */
const WEIGHT_OF_FEWEST_SPLIT_COLUMNS = 3;

const COSTS_FILE = new URL('../../src/core/plan/meet-cost.ts', import.meta.url);

const count = createKernel(compileKernel('meet', 'fast', MAX_DEFAULT_MEMORY));

/** The state of `random`. Its initial value is fixed, so the script always measures the same subproblems. */
let state = 1;

const unitPlan = runSteps(planMeetCut(UNIT, 0));
for (const subproblem of unitPlan.subproblems) count(subproblem); // until the engine has optimized the kernel
const tasks = shuffled(
  MEASURED.flatMap((board) => fillings(board).map((filling) => () => measureFilling(board, filling))),
);
const samples = tasks.flatMap((task, i) => {
  process.stderr.write(`\r${i + 1} of ${tasks.length}`);
  return task();
});
process.stderr.write('\n');
checkTotals(samples);

const fitted = fitFigures();
const unit = unitOf(fitted.find(({ n }) => n === UNIT).figures);
const lines = fitted.map(({ n, figures }) => `  ${n}: [${scaled(figures, unit).map(rounded).join(', ')}],`);
console.log(lines.join('\n'));
if (argv.includes('--write')) write(lines);

/** Chooses fillings of the band, without its last queen. Each stands for `ways` fillings. */
function fillings({ n, ways: most }) {
  const cut = { ...chooseMeetCut(n, 0), givenQueens: n };
  if (n <= LISTED_UP_TO) {
    const all = runSteps(subproblemsOfCut(n, cut)).map((board) => ({ board, ways: 1 }));
    const step = n <= ALL_UP_TO ? 1 : Math.max(1, all.length / most);
    return all.filter((_, i) => Math.floor(i / step) > Math.floor((i - 1) / step));
  }
  const found = [];
  while (found.length < most) {
    let board = emptyBoard({ n, ...cut });
    let ways = 1;
    while (ways > 0 && board.queens.length < cut.bandRows - 1) {
      const next = divideByNextQueen(board);
      ways *= next.length;
      if (ways > 0) board = next[random(next.length)];
    }
    if (ways > 0) found.push({ board, ways });
  }
  return found;
}

/** Counts a filling with each number of split columns. @returns one sample per subproblem. */
function measureFilling({ n, splitColumns }, { board, ways }) {
  const found = [];
  for (const cut of splitColumns) {
    for (const subproblem of divideBySides(board, chooseMeetCut(n, cut).splitColumns).map(createSubproblem)) {
      const rounds = n <= SMALL_UP_TO ? ROUNDS_OF_SMALL : 1;
      found.push({ n, cut, ways, amounts: workAmounts(subproblem), ...measure(subproblem, rounds) });
    }
  }
  const counts = new Set(splitColumns.map((cut) => total(samplesOf(found, n, cut), 'count')));
  if (counts.size > 1) throw new Error(`n = ${n}, queens ${board.queens}: counts differ: ${[...counts].join(', ')}`);
  return found;
}

/** Counts a subproblem in several rounds. @returns the count, and the minimum CPU time. */
function measure(subproblem, rounds) {
  let microseconds = Number.POSITIVE_INFINITY;
  let solutions = 0;
  for (let round = 0; round < rounds; round++) {
    const start = cpuUsage();
    solutions = count(subproblem).count;
    const { user, system } = cpuUsage(start);
    microseconds = Math.min(microseconds, user + system);
  }
  return { microseconds, count: solutions };
}

function checkTotals(samples) {
  for (const { n, splitColumns } of MEASURED.filter(({ n }) => n <= ALL_UP_TO)) {
    for (const cut of splitColumns) {
      const sum = total(samplesOf(samples, n, cut), 'count');
      if (BigInt(sum) !== knownCount(n)) throw new Error(`n = ${n} with ${cut} split columns: counted ${sum}`);
    }
  }
}

/**
 * Fits the figures of each board and prints how far off the estimates are. @returns n and the figures, in order of n.
 */
function fitFigures() {
  const boards = MEASURED.map(({ n }) => ({ n, groups: MEASURED.filter((board) => board.n === n).flatMap(groupsOf) }));
  const alike = boards.filter(({ n }) => n >= ALIKE_FROM);
  const fitted = [
    ...boards.filter(({ n }) => n < ALIKE_FROM).flatMap((board) => fitTogether([board])),
    ...fitTogether(alike),
  ];
  for (const { groups, figures } of fitted) {
    for (const { name, rows } of groups)
      console.log(`${name}: estimated over measured ${overestimate(figures, rows).toFixed(2)}`);
  }
  return fitted;
}

/**
 * Fits figures by least squares. Their ratios are the same for all the given boards, but each board has its own scale,
 * which makes its estimates right on average.
 */
function fitTogether(boards) {
  const rowsOf = ({ groups }) => groups.flatMap(({ rows }) => rows);
  let figures = [1, 1, 1, 1];
  const scaleOf = (board) => 1 / overestimate(figures, rowsOf(board));
  for (let round = 0; round < ROUNDS_OF_ALIKE; round++) {
    const rows = boards.flatMap((board) => {
      const scale = scaleOf(board);
      return rowsOf(board).map((row) => ({ ...row, amounts: scaled(row.amounts, scale) }));
    });
    figures = leastSquares(rows);
  }
  return boards.map((board) => ({ ...board, figures: scaled(figures, scaleOf(board)) }));
}

function scaled(numbers, scale) {
  return numbers.map((number) => number * scale);
}

/** Returns the factor by which to multiply new figures, so the plan for UNIT queens keeps today's cost. */
function unitOf(figures) {
  const { subproblems, cost } = unitPlan;
  return (1000 * cost) / subproblems.reduce((sum, subproblem) => sum + dot(figures, workAmounts(subproblem)), 0);
}

function overestimate(figures, rows) {
  const measured = rows.reduce((sum, { ways, microseconds }) => sum + ways * microseconds, 0);
  return rows.reduce((sum, { ways, amounts }) => sum + ways * dot(figures, amounts), 0) / measured;
}

/** Groups a board's samples by the number of split columns and gives each sample a weight for the fit. */
function groupsOf({ n, splitColumns }) {
  return splitColumns.map((cut, i) => {
    const ofCut = samplesOf(samples, n, cut);
    const ways = total(ofCut, 'ways');
    const mean = ofCut.reduce((sum, sample) => sum + sample.ways * sample.microseconds, 0) / ways;
    const weight = (i === 0 ? WEIGHT_OF_FEWEST_SPLIT_COLUMNS : 1) / ways / mean ** 2;
    const rows = ofCut.map((sample) => ({ ...sample, weight: weight * sample.ways }));
    return { name: `n = ${n}, ${cut} split columns`, rows };
  });
}

/** Fits non-negative figures by least squares, improving one figure at a time, in 10,000 rounds. */
function leastSquares(rows) {
  const indexes = [...rows[0].amounts.keys()];
  const weighed = (value) => rows.reduce((sum, row) => sum + row.weight * value(row), 0);
  const products = indexes.map((i) => indexes.map((j) => weighed(({ amounts }) => amounts[i] * amounts[j])));
  const aims = indexes.map((i) => weighed(({ amounts, microseconds }) => amounts[i] * microseconds));
  const figures = indexes.map(() => 0);
  for (let round = 0; round < 10_000; round++) {
    for (const i of indexes) {
      const missing = aims[i] - dot(figures, products[i]) + figures[i] * products[i][i];
      figures[i] = products[i][i] > 0 ? Math.max(0, missing / products[i][i]) : 0;
    }
  }
  return figures;
}

function write(lines) {
  const text = readFileSync(COSTS_FILE, 'utf8');
  const numbers = MEASURED.map(({ n }) => n);
  const changed = text
    .replace(/(writes them here\. )\d{4}-\d\d-\d\d/, `$1${new Date().toISOString().slice(0, 10)}`)
    .replace(/(MIN_MEASURED_N = )\d+/, `$1${Math.min(...numbers)}`)
    .replace(/(readonly number\[\]>> = \{\n)[^}]*/, `$1${lines.join('\n')}\n`);
  writeFileSync(COSTS_FILE, changed);
}

function dot(figures, amounts) {
  return figures.reduce((sum, figure, i) => sum + figure * amounts[i], 0);
}

function samplesOf(samples, n, cut) {
  return samples.filter((sample) => sample.n === n && sample.cut === cut);
}

function total(samples, field) {
  return samples.reduce((sum, sample) => sum + sample[field], 0);
}

function rounded(figure) {
  return Number(figure.toPrecision(3));
}

/** Shuffles in place and returns the same array. */
function shuffled(items) {
  for (let i = items.length - 1; i > 0; i--) {
    const j = random(i + 1);
    [items[i], items[j]] = [items[j], items[i]];
  }
  return items;
}

/** Returns a random integer from 0 to `limit` - 1. */
function random(limit) {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return Math.floor((state / 2 ** 32) * limit);
}
