import { useRef, useState } from 'preact/hooks';
import { PictureSlider, useWidth } from './picture-slider.js';

/** A line of a plot. Its points are in ascending order of x. */
export interface PlotLine {
  readonly name: string;
  readonly points: readonly (readonly [x: number, y: number])[];
}

/** A number on an axis. */
interface Tick {
  readonly value: number;
  readonly text: string;
}

const LEFT = 60; // room for the numbers of the y axis
const RIGHT = 28; // room for half of the last number
const TOP = 12;
const BOTTOM = 24;

/** A line chart. The pointer or the arrow keys choose an x. The text below describes it, or by default the last x. */
export function Plot(props: {
  readonly label: string;
  readonly lines: readonly PlotLine[];
  /** Numbers on the axes. The y axis reaches from its first number to its last. */
  readonly xTicks: readonly Tick[];
  readonly yTicks: readonly Tick[];
  readonly height: number;
  readonly isLogarithmic?: boolean;
  /** Describes the values of the lines at an x. */
  readonly inWords: (x: number) => string;
}) {
  const { label, lines, xTicks, yTicks, height, isLogarithmic = false, inWords } = props;
  const [pointed, setPointed] = useState<number>();
  const [chosen, setChosen] = useState<number>();
  const frame = useRef<HTMLDivElement>(null);
  const width = useWidth(frame);
  const xs = [...new Set(lines.flatMap(({ points }) => points.map(([x]) => x)))].sort((a, b) => a - b);
  const [least = 0, most = 1] = [xs[0], xs.at(-1)];
  const scale = (y: number) => (isLogarithmic ? Math.log10(y) : y);
  const [low, high] = [scale(yTicks[0]?.value ?? 0), scale(yTicks.at(-1)?.value ?? 1)];
  const x = (value: number) => LEFT + ((value - least) * (width - LEFT - RIGHT)) / (most - least || 1);
  const y = (value: number) => height - BOTTOM - ((scale(value) - low) * (height - BOTTOM - TOP)) / (high - low || 1);
  const shown = pointed ?? chosen;
  const current = shown !== undefined && xs.includes(shown) ? xs.indexOf(shown) : xs.length - 1;

  /** Finds the index of the x nearest to the pointer. */
  function itemAt(from: number): number {
    const distances = xs.map((one) => Math.abs(x(one) - from));
    return distances.indexOf(Math.min(...distances));
  }
  return (
    <>
      <PictureSlider
        className="plot"
        label={label}
        inWords={inWords(xs[current] ?? most)}
        items={xs.length}
        current={current}
        itemAt={itemAt}
        onPoint={(item) => setPointed(xs[item ?? -1])}
        onChoose={(item) => setChosen(xs[item ?? -1])}
      >
        <div ref={frame}>
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
            {shown !== undefined && <line class="at" x1={x(shown)} x2={x(shown)} y1={TOP} y2={height - BOTTOM} />}
            {lines.map(({ name, points }, index) => (
              <g key={name} class={`line-${index}`}>
                <polyline points={points.map((point) => `${x(point[0])},${y(point[1])}`).join(' ')} />
                {points
                  .filter(([value]) => value === shown)
                  .map(([value, one]) => (
                    <circle key={value} cx={x(value)} cy={y(one)} r={5} />
                  ))}
                {/* Lines rise, so the space to the left of a line's end is empty. */}
                {lines.length > 1 && (
                  <text x={x(points.at(-1)?.[0] ?? 0) - 10} y={y(points.at(-1)?.[1] ?? 1) + 4} text-anchor="end">
                    {name}
                  </text>
                )}
              </g>
            ))}
          </svg>
        </div>
      </PictureSlider>
      <p class="hint">{inWords(xs[current] ?? most)}</p>
    </>
  );
}
