// Which charts are drawn of a result.
import { barChart, lineChart } from './chart.mjs';
import { time } from './tables.mjs';

/** A power of ten of seconds: 10ms, 1s. */
function tick(seconds) {
  if (seconds > 0.5) return `${Math.round(seconds)}s`;
  return seconds > 0.5e-3 ? `${Math.round(seconds * 1e3)}ms` : `${Math.round(seconds * 1e6)}µs`;
}

/** The charts, by file name. */
export function plots(result) {
  const { machine, date, node, runs } = result;
  const subtitle = `${machine.cpu}, ${machine.threads} threads; Node.js ${node}; medians of ${runs} interleaved runs, ${date.slice(0, 10)}`;
  return {
    'time-over-n.svg': timeOverN(result, subtitle),
    'speed-up.svg': speedUp(result, subtitle),
    'steps.svg': steps(result, subtitle),
  };
}

function timeOverN({ boards, entrants }, subtitle) {
  const series = entrants
    .map(({ name }) => ({
      name,
      points: boards.filter(({ entrant }) => entrant === name).map(({ n, cpu }) => [n, cpu]),
    }))
    .filter(({ points }) => points.length > 1);
  return lineChart({
    title: 'Counting n queens: CPU time of the whole process, its start included',
    subtitle,
    series,
    x: { title: 'n' },
    y: { log: true, format: tick },
  });
}

function speedUp({ threads, machine }, subtitle) {
  const series = threads.map(({ what, n, times }) => {
    const one = times.find(({ threads }) => threads === 1).wall;
    return { name: `${what}, n = ${n}`, points: times.map(({ threads, wall }) => [threads, one / wall]) };
  });
  const ideal = { name: 'as many times', dashed: true, points: [1, machine.threads].map((count) => [count, count]) };
  return lineChart({
    title: 'Speed-up over threads: wall-clock time of one thread / of several',
    subtitle,
    series: [...series, ideal],
    x: { title: 'threads' },
    y: { log: false, format: String },
  });
}

function steps({ steps: { n, figures } }, subtitle) {
  const bars = figures.map(({ name, cpu }) => ({ name, value: cpu, note: time(cpu) }));
  return barChart({ title: `${n} queens, step by step: CPU time of one thread`, subtitle, bars, format: tick });
}
