// Writes a result into the documentation: docs/benchmarks.md, its plots, and the table of the README.
//
//     node scripts/bench/publish.mjs scripts/bench/results/<result>.json    does the same with a result that was kept
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { argv } from 'node:process';
import { fileURLToPath } from 'node:url';
import { plots } from './plots.mjs';
import { asMarkdown, solutionsOf, tables, time } from './tables.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** What stands between these in the README is written here. */
const BLOCK = /(?<=<!-- benchmark -->\n)[\s\S]*?(?=<!-- end of benchmark -->)/;

export function publish(result) {
  mkdirSync(`${ROOT}docs/plots`, { recursive: true });
  for (const [file, svg] of Object.entries(plots(result))) writeFileSync(`${ROOT}docs/plots/${file}`, svg);
  writeFileSync(`${ROOT}docs/benchmarks.md`, page(result));
  const readme = readFileSync(`${ROOT}README.md`, 'utf8');
  if (!BLOCK.test(readme)) throw new Error('README.md has no place for the benchmark');
  writeFileSync(`${ROOT}README.md`, readme.replace(BLOCK, readmeTable(result)));
}

function circumstances({ machine, node, date, runs, commit }) {
  const { cpu, threads, memory, load } = machine;
  const about = `${date.slice(0, 10)}, ${cpu}, ${threads} threads, ${Math.round(memory / 2 ** 30)} GB`;
  const how = `Node.js ${node}, commit ${commit}; medians of ${runs} interleaved runs`;
  // Threads that wait for their turn make the wall clock tell of the others' work.
  const isBusy = load > threads / 2;
  return `${about}, ${how}${isBusy ? `; load ${load.toFixed(1)} from other work, so go by the CPU time` : ''}`;
}

function readmeTable(result) {
  const { boards, entrants } = result;
  const of = (n, name) => boards.find((row) => row.n === n && row.entrant === name);
  const [all] = entrants;
  const c = entrants.find(({ name }) => name.startsWith('C '));
  const sizes = boards.filter(({ entrant, n }) => entrant === all.name && (n >= 14 || n % 4 === 0)).map(({ n }) => n);
  const rows = sizes.map((n) => {
    const { wall, cpu } = of(n, all.name);
    const inC = c && of(n, c.name);
    return [n, solutionsOf(n), time(wall), time(cpu), ...(c ? [inC ? time(inC.cpu) : ''] : [])];
  });
  const head = ['n', 'solutions', `time, ${result.machine.threads} threads`, 'its CPU time'];
  const table = asMarkdown({ head: [...head, ...(c ? ['CPU time of the textbook in C'] : [])], rows });
  return `${table}
Whole processes, start included (${circumstances(result)}).
The textbook in C is the recursive search on bit masks, halved by mirror symmetry, on one thread.
`;
}

function page(result) {
  const sections = tables(result).map((table) => `## ${table.title}\n\n${asMarkdown(table)}`);
  const about = result.entrants.map(({ name, about }) => `- ${name}: ${about}`);
  const leftOut = result.leftOut.map(
    ({ entrant, from, forecast }) =>
      `- ${entrant}: left out from n = ${from} on, where a run would take ${time(forecast)}`,
  );
  return `# Benchmarks

Written by \`npm run bench -- --publish\`, which measures the same on your machine in about ten minutes; without
\`--publish\` it prints the tables and leaves this page alone. Every count was checked before its time was taken.

${circumstances(result)}.

![CPU time over n](plots/time-over-n.svg)

![Time by step](plots/steps.svg)

![Speed-up over threads](plots/speed-up.svg)

${sections.join('\n')}
## Who is who

${[...about, ...leftOut, ...result.absent.map((why) => `- not measured: ${why}`)].join('\n')}

To put another program beside these: \`npm run bench -- --versus './other {n}'\`, as often as you like. It runs in turn
with the others; its output must have the right number in it, or there are no times at all. A program that does not use
symmetry does twice the work of these baselines: say so when you compare.
`;
}

if (argv[1] === fileURLToPath(import.meta.url)) {
  const [, , file] = argv;
  if (!file) throw new Error('which result? node scripts/bench/publish.mjs scripts/bench/results/<result>.json');
  publish(JSON.parse(readFileSync(file, 'utf8')));
}
