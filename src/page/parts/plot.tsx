/** Lines over an axis, with a point that pointer or arrow keys choose. */
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Tick } from './axes.js';

/** A line of a plot: its points, from the least x to the largest. */
export interface PlotLine {
  readonly name: string;
  readonly points: readonly (readonly [x: number, y: number])[];
}

const LEFT = 60; // for the numbers of the y axis
const RIGHT = 28; // for half of the last number
const TOP = 12;
const BOTTOM = 24;

/** Draws lines over an axis. Arrow keys move from point to point, Escape lets go. */
export function Plot(props: {
  readonly label: string;
  readonly lines: readonly PlotLine[];
  /** Numbers on either axis. The first and the last number of y are the lower and the upper edge. */
  readonly xTicks: readonly Tick[];
  readonly yTicks: readonly Tick[];
  readonly height: number;
  readonly isLogarithmic?: boolean;
  /** The chosen x; undefined if nothing is chosen. */
  readonly chosen: number | undefined;
  readonly onChoose: (x: number | undefined) => void;
  /** Says what the lines have there, for screen readers. */
  readonly inWords: string;
}) {
  const { label, lines, xTicks, yTicks, height, isLogarithmic = false, chosen, onChoose, inWords } = props;
  const frame = useRef<HTMLDivElement>(null);
  const width = useWidth(frame);
  const xs = [...new Set(lines.flatMap(({ points }) => points.map(([x]) => x)))].sort((a, b) => a - b);
  const [least = 0, most = 1] = [xs[0], xs.at(-1)];
  const scale = (y: number) => (isLogarithmic ? Math.log10(y) : y);
  const [low, high] = [scale(yTicks[0]?.value ?? 0), scale(yTicks.at(-1)?.value ?? 1)];
  const x = (value: number) => LEFT + ((value - least) * (width - LEFT - RIGHT)) / (most - least || 1);
  const y = (value: number) => height - BOTTOM - ((scale(value) - low) * (height - BOTTOM - TOP)) / (high - low || 1);
  const at = chosen === undefined ? xs.length - 1 : xs.indexOf(chosen);

  function choose({ clientX }: MouseEvent): void {
    const from = clientX - (frame.current?.getBoundingClientRect().left ?? 0);
    onChoose(xs.reduce((best, one) => (Math.abs(x(one) - from) < Math.abs(x(best) - from) ? one : best), least));
  }
  function onKey(event: KeyboardEvent): void {
    const steps: Record<string, number> = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: xs.length - 1 };
    const to = steps[event.key];
    if (event.key === 'Escape') onChoose(undefined);
    else if (to !== undefined) onChoose(xs[Math.max(0, Math.min(xs.length - 1, to))]);
    else return;
    event.preventDefault();
  }
  return (
    <div
      ref={frame}
      class="plot"
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={least}
      aria-valuemax={most}
      aria-valuenow={xs[at] ?? most}
      aria-valuetext={inWords}
      onKeyDown={onKey}
      onPointerDown={choose}
      onPointerMove={choose}
      onPointerLeave={({ pointerType }) => pointerType !== 'touch' && onChoose(undefined)}
    >
      <svg height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
        {yTicks.map(({ value, text }) => (
          <g key={value}>
            <line class="grid" x1={LEFT} x2={width - RIGHT} y1={y(value)} y2={y(value)} />
            <text x={LEFT - 6} y={y(value) + 4} text-anchor="end">
              {text}
            </text>
          </g>
        ))}
        {xTicks.map(({ value, text }) => (
          <text key={value} x={x(value)} y={height - 6} text-anchor="middle">
            {text}
          </text>
        ))}
        {chosen !== undefined && <line class="at" x1={x(chosen)} x2={x(chosen)} y1={TOP} y2={height - BOTTOM} />}
        {lines.map(({ name, points }, index) => (
          <g key={name} class={`line-${index}`}>
            <polyline points={points.map((point) => `${x(point[0])},${y(point[1])}`).join(' ')} />
            {points
              .filter(([value]) => value === chosen || points.length === 1)
              .map(([value, one]) => (
                <circle key={value} cx={x(value)} cy={y(one)} r={5} />
              ))}
            {lines.length > 1 && <LineName name={name} x={x(points.at(-1)?.[0] ?? 0)} y={y(points.at(-1)?.[1] ?? 1)} />}
          </g>
        ))}
      </svg>
    </div>
  );
}

/** Names a rising line at the left of its end, where nothing else is drawn. */
function LineName({ name, x, y }: { readonly name: string; readonly x: number; readonly y: number }) {
  return (
    <text x={x - 10} y={y + 4} text-anchor="end">
      {name}
    </text>
  );
}

/** Measures a drawing in pixels, so that its text is as large as other text. */
function useWidth(frame: { readonly current: Element | null }): number {
  const [width, setWidth] = useState(320);
  useLayoutEffect(() => {
    const { current } = frame;
    if (!current) return;
    const measure = () => setWidth(current.clientWidth || 320);
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    measure();
    return () => observer.disconnect();
  }, [frame]);
  return width;
}
