import { useMemo } from 'preact/hooks';
import results from '../../../scripts/bench/results.json' with { type: 'json' };
import { formatBriefly } from '../../text/durations.js';
import { range } from '../parts/controls.js';
import { FiguresTable } from '../parts/figures-table.js';
import { Plot, type PlotLine } from '../parts/plot.js';
import {
  INSTRUCTIONS_PER_QUESTION,
  inWords,
  NANOSECONDS_PER_QUESTION,
  WORK_OF_16,
  WORK_OF_20,
  type Work,
} from './figures.js';
import type { StepProps } from './why-state.js';
import { workOf } from './work.js';

/** The newest published measurements of `npm run bench`. */
interface Measurements {
  /** For example `2026-11-21`. */
  readonly date: string;
  readonly machine: string;
  /** CPU time in seconds by n. */
  readonly series: readonly PlotLine[];
}

/** A line of the bill: an amount, and its factor relative to the line above. */
interface BillLine {
  readonly name: string;
  readonly amount: (work: Work) => string;
  readonly factor?: (work: Work) => string;
}

const measurements: Measurements = {
  date: results.date.slice(0, 10),
  machine: results.machine.cpu,
  series: (['queens-par', 'backtracking in C'] as const).map((name) => ({
    name,
    points: results.boards
      .filter(({ entrant }) => entrant === (name === 'queens-par' ? 'queens-par, 1 thread' : 'C (gcc -O3)'))
      .map(({ n, cpu }) => [n, cpu]),
  })),
};

const IMAGES = 8;

function pairsPerQuestion({ compared, asked }: Work): number {
  return Number((compared / asked).toPrecision(2));
}

const LINES: readonly BillLine[] = [
  { name: 'queens placed by backtracking', amount: ({ placed }) => inWords(placed) },
  { name: 'pairs with matching columns', amount: ({ pairs }) => inWords(pairs) },
  {
    name: 'pairs for one image of eight',
    amount: ({ pairs }) => inWords(pairs / IMAGES),
    factor: () => `÷ ${IMAGES}`,
  },
  {
    name: 'pairs with the band',
    amount: ({ compared }) => inWords(compared),
    factor: ({ pairs, compared }) => `÷ ${(pairs / IMAGES / compared).toFixed(1)}`,
  },
  {
    name: 'questions, up to 128 pairs each',
    amount: ({ asked }) => inWords(asked),
    factor: (work) => `÷ ${pairsPerQuestion(work)}`,
  },
  {
    name: 'instructions for the questions',
    amount: ({ asked }) => inWords(asked * INSTRUCTIONS_PER_QUESTION),
    factor: () => `× ${INSTRUCTIONS_PER_QUESTION}`,
  },
  {
    name: `time, ${NANOSECONDS_PER_QUESTION} ns a question`,
    amount: ({ asked }) => timeInWords(asked * NANOSECONDS_PER_QUESTION),
  },
  { name: 'halves made for the lists', amount: ({ made }) => inWords(made) },
  {
    name: 'halves and questions, vs. line 1',
    amount: ({ asked, made }) => inWords(asked + made),
    factor: ({ placed, asked, made }) => `÷ ${Number((placed / (asked + made)).toPrecision(2))}`,
  },
];

/** Shows what each part of the method saves, and compares the result with measured times. */
export function BillStep({ state: { n } }: StepProps) {
  const works = useMemo(() => [workOf(n), WORK_OF_16, WORK_OF_20], [n]);
  const measured = measurements.series[0]?.points ?? [];
  const timeOf = (size: number) => formatBriefly(measured.find(([other]) => other === size)?.[1] ?? Number.NaN);
  const lines = LINES.map(({ name, amount, factor }) => [
    name,
    ...works.map((work) => (
      <>
        {factor && <span class="factor">{`${factor(work)} `}</span>}
        {amount(work)}
      </>
    )),
  ]);
  const times = [
    'measured time of the process',
    ...works.map(({ n }) => (measured.some(([size]) => size === n) ? timeOf(n) : '–')),
  ];

  return (
    <>
      <div class="why-text">
        <FiguresTable
          caption="Each line with its factor relative to the line above"
          head={['queens', ...works.map((work) => work.n)]}
          rows={[...lines, times]}
        />
      </div>
      <div class="why-picture">
        <TimePlot measurements={measurements} />
      </div>
      <div class="why-wide">
        <p>
          For 16 queens a question covers {pairsPerQuestion(WORK_OF_16)} pairs on average, because most lists are
          shorter than a register. For 20 queens it covers {pairsPerQuestion(WORK_OF_20)}: lists are sorted by two
          diagonals, and a question is skipped if all 128 halves clash on these. Each measured time includes {timeOf(8)}{' '}
          for the start of the program. The rest is for questions, lists and tables. Placing a queen by backtracking in
          C takes {(secondsToPlace(measurements) / NANOSECONDS_PER_QUESTION / 1e-9).toFixed(0)} times as long as a
          question.
        </p>
        <p>
          <strong>
            The method is fast because halves are few and pairs are cheap: a question compares 128 pairs in less time
            than backtracking takes to place one queen.
          </strong>
        </p>
      </div>
    </>
  );
}

/** CPU time over n on a logarithmic scale. */
function TimePlot({ measurements: { date, machine, series } }: { readonly measurements: Measurements }) {
  const points = series.flatMap((one) => one.points);
  const sizes = points.map(([n]) => n);
  const powers = points.map(([, time]) => Math.log10(time));
  const [low, high] = [Math.floor(Math.min(...powers)), Math.ceil(Math.max(...powers))];
  function valuesAt(n: number): string {
    const values = series.flatMap(({ name, points }) => {
      const time = points.find(([size]) => size === n)?.[1];
      return time === undefined ? [] : `${name} ${formatBriefly(time)}`;
    });
    return `n = ${n}: ${values.join(', ')}`;
  }
  return (
    <figure>
      <figcaption>CPU time over n (logarithmic scale)</figcaption>
      <Plot
        label="CPU time over n"
        lines={series}
        xTicks={range(Math.min(...sizes), Math.max(...sizes)).map((value) => ({ value, text: String(value) }))}
        yTicks={range(low, high).map((power) => ({ value: 10 ** power, text: powerOfTen(power) }))}
        height={240}
        isLogarithmic
        inWords={valuesAt}
      />
      <p class="hint">
        Times of whole processes, including their start. {machine}, {date}.
      </p>
    </figure>
  );
}

/** Formats a power of ten in seconds: `1 ms`, `100 s`. */
function powerOfTen(power: number): string {
  const [unit, least] = power >= 0 ? (['s', 0] as const) : power >= -3 ? (['ms', -3] as const) : (['µs', -6] as const);
  return `${10 ** (power - least)} ${unit}`;
}

/** Formats a time. @param nanoseconds at least 1. */
function timeInWords(nanoseconds: number): string {
  return nanoseconds < 1000 ? `${nanoseconds.toFixed(0)}ns` : formatBriefly(nanoseconds * 1e-9);
}

/** Returns the seconds that backtracking in C takes to place a queen. It searches half of the tree. */
function secondsToPlace({ series }: Measurements): number {
  const seconds = series[1]?.points.find(([n]) => n === WORK_OF_16.n)?.[1] ?? Number.NaN;
  return seconds / (WORK_OF_16.placed / 2);
}
