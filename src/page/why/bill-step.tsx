import { useMemo } from 'preact/hooks';
import { formatBriefly } from '../../text/durations.js';
import { megabytes } from '../../text/numbers.js';
import { FiguresTable } from '../parts/figures-table.js';
import { inWords, TIME_SHARES, WORK_OF_16, WORK_OF_20, type Work } from './figures.js';
import { MEASURED_CPU, MEASURED_ON, measured, timeOf } from './measured.js';
import type { StepProps } from './why-state.js';
import { workOf } from './work.js';

/** A line of the bill: an amount of work, and its factor relative to another amount. */
interface BillLine {
  readonly name: string;
  readonly amount: (work: Work) => number;
  readonly before?: (work: Work) => number;
}

const placed = (work: Work) => work.placed;

const LINES: readonly BillLine[] = [
  { name: 'queens placed by backtracking', amount: placed },
  { name: 'pairs with matching columns', amount: ({ pairs }) => pairs, before: placed },
  { name: 'pairs with symmetry and band', amount: ({ compared }) => compared, before: ({ pairs }) => pairs },
  { name: 'questions, up to 128 pairs each', amount: ({ asked }) => asked, before: ({ compared }) => compared },
  { name: 'halves made for the lists', amount: ({ made }) => made },
  { name: 'questions and halves, against line 1', amount: ({ asked, made }) => asked + made, before: placed },
];

/** Shows what each part of the method saves, where the time goes, and what grows with the board. */
export function BillStep({ state: { n } }: StepProps) {
  const works = useMemo(() => [workOf(n), WORK_OF_16, WORK_OF_20], [n]);
  const work = LINES.map(({ name, amount, before }) => [
    name,
    ...works.map((one) => (
      <>
        {before && <span class="factor">{factor(before(one), amount(one))}</span>}
        {inWords(amount(one))}
      </>
    )),
  ]);
  const gain = ({ placed, asked, made }: Work) => Math.round(placed / (asked + made));

  return (
    <>
      <div class="why-text">
        <FiguresTable
          caption="Work, with factors relative to the line above"
          head={['queens', ...works.map((one) => one.n)]}
          rows={work}
        />
        <p class="hint">The columns for 16 and 20 queens are the same for every choice of queens.</p>
      </div>
      <div class="why-picture">
        <FiguresTable caption="Time for 20 queens on one core" head={['part', 'time', 'each']} rows={timeLines()} />
        <p class="hint">
          {MEASURED_CPU}, {MEASURED_ON}. The whole process for 20 queens takes {megabytes(measured(20).memory)}.
        </p>
      </div>
      <div class="why-wide">
        <p>
          <strong>
            The method is fast because halves are few and pairs are cheap: a question compares up to 128 pairs, in less
            time than the {nanoseconds(secondsToPlace())} in which backtracking in C places one queen.
          </strong>
        </p>
        <p>
          It does not grow more slowly. From 17 to 20 queens, each time is {growth()} times the time before, and the
          tree about 7 times as large. The pairs grow even faster than the tree, but each costs little. So the curve is
          as steep as that of backtracking, but starts later: the work is {gain(WORK_OF_16)} times smaller for 16
          queens, and {gain(WORK_OF_20)} times for 20. Memory stays small, because each subproblem makes its own lists,
          with at most 256 MB.
        </p>
        <details>
          <summary>Sources, and who did it before</summary>
          <p>
            All known counts are in the <a href="https://oeis.org/A000170">OEIS, A000170</a>. The count for 27 queens is
            by T. Preußer and M. Engelhardt (2016). Meeting in the middle is by E. Horowitz and S. Sahni (1974), for the
            knapsack problem. Tables with the OR of every choice of rows are by V. Arlazarov, E. Dinic, M. Kronrod and
            I. Faradžev (1970). The search with bit masks, in the view Search, is by M. Richards (1997).
          </p>
        </details>
      </div>
    </>
  );
}

/** Formats the factor from one amount to another: `÷ 8.2`, `× 65`. */
function factor(from: number, to: number): string {
  const ratio = Math.max(from / to, to / from);
  return `${to < from ? '÷' : '×'} ${Number(ratio.toPrecision(2))} `;
}

/** Returns where the time for 20 queens goes: part, time, and time for each half or question. */
function timeLines(): readonly (readonly string[])[] {
  const start = measured(8).cpu; // 8 queens take next to no time
  const part = (name: keyof typeof TIME_SHARES) => TIME_SHARES[name] * (measured(20).cpu - start);
  const { made, asked } = WORK_OF_20;
  return [
    ['start of the program', formatBriefly(start), ''],
    ['making lists', formatBriefly(part('lists')), `${nanoseconds(part('lists') / made)} a half`],
    ['making tables', formatBriefly(part('tables')), ''],
    ['asking questions', formatBriefly(part('questions')), `${nanoseconds(part('questions') / asked)} a question`],
    ['the whole process', timeOf(20), ''],
  ];
}

/** Formats a short time: `1.2 ns`. */
function nanoseconds(seconds: number): string {
  return `${(1e9 * seconds).toFixed(1)} ns`;
}

/** Formats the growth of the time from each n to the next, from 17 to 20: `5.3, 6.1 and 7.8`. */
function growth(): string {
  const [first, second, third] = [18, 19, 20].map((n) => (measured(n).cpu / measured(n - 1).cpu).toFixed(1));
  return `${first}, ${second} and ${third}`;
}

/** Returns the seconds that backtracking in C takes to place a queen. It searches half of the tree. */
function secondsToPlace(): number {
  return measured(16, 'C (gcc -O3)').cpu / (WORK_OF_16.placed / 2);
}
