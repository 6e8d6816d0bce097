import { useEffect, useRef } from 'preact/hooks';
import { formatBriefly } from '../../text/durations.js';
import { formatCount, plural } from '../../text/numbers.js';
import { useColorScheme } from '../parts/media.js';
import type { RunPicture } from './run-picture.js';

/** Sides of a cell with its gap, in CSS pixels: the largest that lets all cells into the map is taken. */
const SIDES = [48, 36, 28, 22, 18, 16, 14, 12, 10, 8, 7, 6, 5, 4, 3, 2];

/** The map is no higher than this many pixels, where possible. */
const HEIGHT = 300;

const SHADES = ['--shade-0', '--shade-1', '--shade-2', '--shade-3', '--shade-4'];

/** All subproblems, a cell each, shaded by the time they took. */
export function SubproblemMap({ picture }: { readonly picture: RunPicture }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const scheme = useColorScheme();
  const { header, figures } = picture;
  const times = timesOf(picture);

  useEffect(() => {
    if (canvas.current) draw(canvas.current, picture, times);
  });
  useEffect(() => {
    const { current } = canvas;
    if (!current?.parentElement) return;
    const observer = new ResizeObserver(() => draw(current, picture, timesOf(picture)));
    observer.observe(current.parentElement);
    return () => observer.disconnect();
  }, [picture, scheme]);

  const spread = times ? `, which took from ${formatBriefly(times.least)} to ${formatBriefly(times.most)}` : '';
  const label = `Map of the subproblems: ${formatCount(figures.finished)} of ${formatCount(header.subproblems)} are finished${spread}`;
  return (
    <figure class="map">
      <figcaption>
        {header.perCell === 1 ? 'Subproblems' : `Subproblems, ${formatCount(header.perCell)} to a cell`}
        {times && (
          <span class="legend">
            {formatBriefly(times.least)}
            {SHADES.map((shade, index) => (
              <i key={shade} class={`shade-${index}`} />
            ))}
            {formatBriefly(times.most)}
          </span>
        )}
      </figcaption>
      <div>
        <canvas ref={canvas} role="img" aria-label={label}>
          {plural(figures.finished, 'subproblem')}
        </canvas>
      </div>
    </figure>
  );
}

interface Times {
  readonly least: number;
  readonly most: number;
}

/** The least and the most seconds for a subproblem, as the mean of its cell; undefined while none is finished. */
function timesOf({ finished, milliseconds }: RunPicture): Times | undefined {
  let least = Number.POSITIVE_INFINITY;
  let most = 0;
  for (const [cell, count] of finished.entries()) {
    if (count === 0) continue;
    const seconds = (milliseconds[cell] ?? 0) / count / 1000;
    least = Math.min(least, seconds);
    most = Math.max(most, seconds);
  }
  return most >= least ? { least: Math.max(least, 1e-6), most: Math.max(most, 1e-6) } : undefined;
}

function draw(canvas: HTMLCanvasElement, picture: RunPicture, times: Times | undefined): void {
  const width = canvas.parentElement?.clientWidth ?? 0;
  const cells = picture.finished.length;
  const across = (side: number) => Math.max(1, Math.floor(width / side));
  const side = SIDES.find((side) => Math.ceil(cells / across(side)) * side <= HEIGHT) ?? Math.min(...SIDES);
  const columns = across(side);
  const scale = devicePixelRatio;
  const height = Math.ceil(cells / columns) * side;
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  canvas.style.height = `${height}px`;
  const context = canvas.getContext('2d');
  if (!context || width === 0) return;
  context.scale(scale, scale);

  const style = getComputedStyle(canvas);
  const shades = SHADES.map((name) => style.getPropertyValue(name));
  const empty = style.getPropertyValue('--shade-none');
  const gap = side > 4 ? 1 : 0;
  for (const [cell, count] of picture.finished.entries()) {
    const seconds = (picture.milliseconds[cell] ?? 0) / 1000 / Math.max(1, count);
    context.fillStyle = count === 0 ? empty : (shades[shadeOf(seconds, times)] ?? empty);
    context.globalAlpha = count === 0 ? 1 : 0.4 + (0.6 * count) / picture.sizeOf(cell);
    context.fillRect((cell % columns) * side, Math.floor(cell / columns) * side, side - gap, side - gap);
  }
  context.globalAlpha = 1;
  context.strokeStyle = style.getPropertyValue('--accent');
  context.lineWidth = 2;
  for (const { cell } of picture.workers) {
    if (cell === undefined) continue;
    context.strokeRect(
      (cell % columns) * side + 1,
      Math.floor(cell / columns) * side + 1,
      side - gap - 2,
      side - gap - 2,
    );
  }
}

/** The shade of a time: by its logarithm, because times of subproblems differ by orders of magnitude. */
function shadeOf(seconds: number, times: Times | undefined): number {
  if (!times || times.most === times.least) return 0;
  const part = Math.log(Math.max(seconds, times.least) / times.least) / Math.log(times.most / times.least);
  return Math.min(SHADES.length - 1, Math.floor(part * SHADES.length));
}
