// Compares other programs with this one, all on one thread, and prints their CPU times divided by ours.
// docs/benchmarks.md lists the programs that were compared, and contains the table.
//
//     node scripts/bench/others.mjs --n 16 --n 17 \
//       'm-queens=../m-queens/m-queens.bin {n}' 'Kluev=../kluev/nqueens-{n} 1'
//
// Build the programs first, as their documents describe. {n} stands for the board size. The programs are run in turn,
// and each output must contain the right count.
import { parseArgs } from 'node:util';
import { measure, median, ourCommand, refuse } from './measure.mjs';
import { markdown } from './publish.mjs';

const { values, positionals } = parseArgs({
  options: {
    n: { type: 'string', multiple: true, default: ['16', '17'] },
    rounds: { type: 'string', default: '3' },
  },
  allowPositionals: true,
});
const sizes = values.n.map(Number);
if (positionals.length === 0)
  refuse("no program is given. Give one or more, as in 'm-queens=../m-queens/m-queens.bin {n}'");

/** @type {import('./measure.mjs').Entrant[]} */
const entrants = positionals.map((text) => {
  const [, name, line] = /^([^=]+)=(.+)$/.exec(text) ?? refuse(`a program must be given as NAME=COMMAND, not ${text}`);
  return { name, command: (n) => ['sh', '-c', line.replaceAll('{n}', String(n))] };
});
entrants.unshift({ name: 'queens-par', command: (n) => ourCommand(n, 1) });

/** The median CPU seconds of each program, for each board size. */
const times = new Map(entrants.map((entrant) => [entrant.name, /** @type {number[]} */ ([])]));
for (const n of sizes) {
  const measured = entrants.map((entrant) => ({ entrant, seconds: /** @type {number[]} */ ([]) }));
  for (let round = 0; round < Number(values.rounds); round++) {
    for (const { entrant, seconds } of measured) seconds.push(measure(entrant, n).cpu);
  }
  for (const { entrant, seconds } of measured) times.get(entrant.name)?.push(median(seconds));
}

const ours = times.get('queens-par') ?? [];
const rows = Array.from(times, ([name, seconds]) => [
  name,
  ...seconds.map((one, i) => `${(one / ours[i]).toPrecision(2)} (${one.toPrecision(3)} s)`),
]);
console.log(markdown(['program', ...sizes.map((n) => `n = ${n}`)], rows));
