import { useEffect, useRef, useState } from 'preact/hooks';
import type uPlot from 'uplot';
import type { RateHistory, RunClock } from '../../runs/run-update.js';
import { formatSeconds } from '../../text/durations.js';
import { formatRate } from '../../text/numbers.js';
import { Field } from '../parts/controls.js';
import { useColorScheme } from '../parts/media.js';

const HEIGHT = 180;

/**
 * How fast a run was, over time. The point under the pointer, or the one that the range is at, is told in figures. The
 * library that draws it is loaded with the first chart.
 */
export function RateChart(props: { readonly history: RateHistory; readonly unit: string; readonly clock: RunClock }) {
  const { history, unit, clock } = props;
  const frame = useRef<HTMLDivElement>(null);
  const chart = useRef<uPlot>(null);
  const scheme = useColorScheme();
  const latest = useRef(history);
  latest.current = history;
  const points = history.rates.length;
  const [isMissing, setMissing] = useState(false);
  const [isLoaded, setLoaded] = useState(false);
  const [pointed, setPointed] = useState<number>();
  const [chosen, setChosen] = useState<number>();
  const shown = [pointed, chosen, points - 1].find((point) => point !== undefined && point < points) ?? 0;

  // Another colour scheme needs a chart of other colours.
  useEffect(() => {
    const place = frame.current;
    if (!place) return;
    let isGone = false;
    const observer = new ResizeObserver(() => chart.current?.setSize({ width: place.clientWidth, height: HEIGHT }));
    mendLanguage();
    import('uplot').then(
      ({ default: Plot }) => {
        if (isGone) return;
        chart.current = new Plot(optionsFor(place, unit), dataOf(latest.current), place);
        observer.observe(place);
        setLoaded(true);
      },
      () => setMissing(true), // it did not come: the server is gone, or of another version
    );
    return () => {
      isGone = true;
      observer.disconnect();
      chart.current?.destroy();
      chart.current = null;
    };
  }, [unit, scheme]);
  useEffect(() => {
    const width = frame.current?.clientWidth ?? 0;
    if (chart.current && chart.current.width !== width) chart.current.setSize({ width, height: HEIGHT });
    chart.current?.setData(dataOf(history));
  }, [history]);
  useEffect(() => {
    if (chart.current) markPoint(chart.current, pointed ?? chosen);
  }, [history, chosen, pointed, isLoaded]);

  function pointUnder({ clientX }: MouseEvent): number | undefined {
    if (!chart.current) return undefined;
    const { left } = chart.current.over.getBoundingClientRect();
    const point = Math.round(chart.current.posToVal(clientX - left, 'x') / history.interval) - 1;
    return Math.max(0, Math.min(point, points - 1));
  }

  const isDrawn = points > 1 && !isMissing;
  const now = history.rates.at(-1);
  const told = `${formatSeconds((shown + 1) * history.interval)}: ${formatRate(history.rates[shown] ?? 0)} ${unit} a second${clock === 'run' ? '' : ' and thread'}`;
  return (
    <figure class="rate">
      <figcaption>
        {clock === 'run' ? `${unit} a second, over the time` : `${unit} a second and thread, over the threads' time`}
      </figcaption>
      {!isDrawn && <p class="hint">{isMissing ? 'The chart cannot be drawn here.' : 'Nothing to draw yet.'}</p>}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the range below it does the same by keyboard */}
      <div
        ref={frame}
        hidden={!isDrawn}
        role="img"
        aria-label={`Rate over time; now ${now === undefined ? 'unknown' : formatRate(now)}`}
        onPointerMove={(event) => event.pointerType !== 'touch' && setPointed(pointUnder(event))}
        onPointerLeave={() => setPointed(undefined)}
        onClick={(event) => setChosen(pointUnder(event))}
      />
      {isDrawn && (
        <Field name={told} isWide>
          {(id) => (
            <input
              id={id}
              type="range"
              min={0}
              max={points - 1}
              value={shown}
              aria-valuetext={told}
              onInput={(event) => setChosen(Number(event.currentTarget.value))}
              onKeyDown={({ key }) => key === 'Escape' && setChosen(undefined)}
            />
          )}
        </Field>
      )}
    </figure>
  );
}

/** The end of each interval, and the rate in it. */
function dataOf({ interval, rates }: RateHistory): uPlot.AlignedData {
  return [rates.map((_, i) => (i + 1) * interval), [...rates]];
}

/** The cursor is moved by this view alone, which the keyboard moves, too. */
const ignore = () => null;

/** Draws the cursor at a point of the history, or takes it away. */
function markPoint(chart: uPlot, point: number | undefined): void {
  const [times = []] = chart.data;
  const time = point === undefined ? undefined : times[point];
  chart.setCursor(time === undefined ? { left: -10, top: -10 } : { left: chart.valToPos(time, 'x'), top: 0 }, false);
}

function optionsFor(place: HTMLElement, unit: string): uPlot.Options {
  const style = getComputedStyle(place);
  const [text, grid, accent] = ['--text-soft', '--line', '--accent'].map((name) => style.getPropertyValue(name));
  const axis = { stroke: text ?? '', grid: { stroke: grid ?? '', width: 1 }, ticks: { stroke: grid ?? '' } };
  return {
    width: place.clientWidth,
    height: HEIGHT,
    legend: { show: false },
    cursor: { y: false, bind: { mousemove: ignore, mouseleave: ignore, mousedown: ignore, dblclick: ignore } },
    scales: { x: { time: false }, y: { range: (_, __, most) => [0, most * 1.1 || 1] } },
    axes: [
      { ...axis, values: (_, values) => values.map((value) => formatSeconds(value)) },
      { ...axis, size: 56, values: (_, values) => values.map((value) => formatRate(value)) },
    ],
    series: [{}, { label: unit, stroke: accent ?? '', width: 2 }],
  };
}

/**
 * Gives the browser a valid language if its own is not one: Chromium makes `en-US@posix` of a system without a locale.
 * uPlot passes that name to `Intl` while it loads, which throws a RangeError for an invalid language tag (BCP 47), so
 * this must come first.
 */
function mendLanguage(): void {
  try {
    Intl.getCanonicalLocales(navigator.language);
  } catch {
    Object.defineProperty(navigator, 'language', { value: document.documentElement.lang });
  }
}
