// Measures the counter against the textbook's search in C, one thread against two, and the start of the program against
// that of Node. Every count is checked before its time is taken; what is compared runs in turn.
//
//     npm run bench -- [--n 16] [--runs 5]
//
// It prints ratios of medians, and keeps them with machine, Node and commit under scripts/bench/results/.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { compareWithKnown } from '../../dist/src/known-counts.js';

const { values } = parseArgs({
  options: { n: { type: 'string', default: '16' }, runs: { type: 'string', default: '5' } },
});
const n = Number(values.n);
const runs = Number(values.runs);
const root = fileURLToPath(new URL('../..', import.meta.url));

/** Runs a command to its end; gives its output, and its wall clock and CPU seconds as the shell measures them. */
function time(command) {
  const script = `TIMEFORMAT='%R %U %S'; time "$@" 2>/dev/null`;
  const { stdout, stderr, status } = spawnSync('bash', ['-c', script, 'bash', ...command], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command.join(' ')} ended with exit code ${status}`);
  const [wall, user, system] = stderr.trim().split(/\s+/).map(Number);
  return { output: stdout.trim(), wall, cpu: user + system };
}

/** Runs each entrant `runs` times, in turn, checks its output, and gives the median of each figure. */
function compare(entrants) {
  const times = entrants.map(() => []);
  for (let run = 0; run < runs; run++) {
    for (const [i, { name, command, check }] of entrants.entries()) {
      const { output, ...figures } = time(command);
      if (!check(output)) throw new Error(`${name} printed ${output}, which is not right: its time means nothing`);
      times[i].push(figures);
    }
  }
  return times.map((figures) => ({
    wall: median(figures.map(({ wall }) => wall)),
    cpu: median(figures.map(({ cpu }) => cpu)),
  }));
}

function median(numbers) {
  const sorted = numbers.toSorted((a, b) => a - b);
  return (sorted[Math.floor((sorted.length - 1) / 2)] + sorted[Math.ceil((sorted.length - 1) / 2)]) / 2;
}

function isRight(board) {
  return (output) => compareWithKnown(board, BigInt(output)) === 'agrees';
}

function queensPar(board, ...flags) {
  const command = [process.execPath, join(root, 'dist/cli/queens-par.cjs'), String(board), ...flags];
  return { name: `queens-par ${board} ${flags.join(' ')}`.trim(), command, check: isRight(board) };
}

const scratch = mkdtempSync(join(tmpdir(), 'queens-par-bench-'));
const rows = [];
try {
  const textbook = join(scratch, 'textbook');
  execFileSync('gcc', ['-O3', '-march=native', '-o', textbook, join(root, 'scripts/bench/textbook.c')]);
  const c = { name: `textbook.c ${n}`, command: [textbook, String(n)], check: isRight(n) };
  const node = { name: 'node -e 0', command: [process.execPath, '-e', '0'], check: (output) => output === '' };
  const entrants = [
    c,
    queensPar(n, '--threads', '2', '--algorithm', 'bitmask'),
    queensPar(n, '--threads', '1', '--algorithm', 'bitmask'),
    queensPar(n, '--threads', '2', '--algorithm', 'bitmask', '--kernel', 'readable'),
    queensPar(8),
    node,
  ];
  const [inC, two, one, readable, small, nothing] = compare(entrants);
  for (const [i, figures] of [inC, two, one, readable, small, nothing].entries()) {
    rows.push({ what: entrants[i].name, cpu: figures.cpu, wall: figures.wall });
  }
  rows.push(
    { what: 'CPU: 2 threads / C', ratio: two.cpu / inC.cpu },
    { what: 'CPU: readable kernel / fast', ratio: readable.cpu / two.cpu },
    { what: 'wall: 1 thread / 2', ratio: one.wall / two.wall },
    { what: 'CPU of 8 queens above Node, in ms', ratio: 1000 * (small.cpu - nothing.cpu) },
  );
} finally {
  rmSync(scratch, { recursive: true });
}
console.table(rows.map((row) => ({ what: row.what, ...rounded(row) })));

function rounded({ cpu, wall, ratio }) {
  if (ratio !== undefined) return { ratio: Number(ratio.toPrecision(3)) };
  return { 'CPU s': Number(cpu.toFixed(3)), 'wall s': Number(wall.toFixed(3)) };
}

const date = new Date().toISOString();
const result = {
  date,
  machine: `${cpus()[0].model}, ${availableParallelism()} threads`,
  node: process.version,
  v8: process.versions.v8,
  commit: execFileSync('git', ['describe', '--always', '--dirty'], { cwd: root, encoding: 'utf8' }).trim(),
  n,
  runs,
  rows,
};
const folder = join(root, 'scripts/bench/results');
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, `${date.slice(0, 10)}-n${n}.json`), `${JSON.stringify(result, null, 2)}\n`);
