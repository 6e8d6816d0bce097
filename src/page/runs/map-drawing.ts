/** The map of subproblems as a drawing: cells shaded by their times, those being counted in a frame. */
import { formatBriefly } from '../../text/durations.js';
import { type MapLayout, placeOf } from './map-layout.js';
import type { RunPicture } from './run-picture.js';

/** Colours of a cell, from the shortest time to the longest; the legend has them as classes. */
export const SHADES = ['--shade-0', '--shade-1', '--shade-2', '--shade-3', '--shade-4'];

/** Seconds that are the shortest to be told: updates have times to a tenth of a millisecond. */
const SHORTEST = 1e-4;

/** How long a cell took, in words that claim no more than is known. */
export function cellTimeInWords(seconds: number): string {
  return seconds <= SHORTEST ? 'at most 0.1ms' : formatBriefly(seconds);
}

/** The least and the most seconds that a subproblem took, each as the mean of its cell. */
export interface Times {
  readonly least: number;
  readonly most: number;
}

/** @returns undefined while nothing is finished. */
export function timesOf({ finished, milliseconds }: RunPicture): Times | undefined {
  let least = Number.POSITIVE_INFINITY;
  let most = 0;
  for (const [cell, count] of finished.entries()) {
    if (count === 0) continue;
    const seconds = (milliseconds[cell] ?? 0) / count / 1000;
    least = Math.min(least, seconds);
    most = Math.max(most, seconds);
  }
  return most >= least ? { least: Math.max(least, SHORTEST), most: Math.max(most, SHORTEST) } : undefined;
}

/**
 * Draws all cells, in the colours that the page has now.
 *
 * @param shown the cell that is told of, if any: it has a frame of its own.
 */
export function drawMap(
  canvas: HTMLCanvasElement,
  layout: MapLayout,
  picture: RunPicture,
  shown: number | undefined,
): void {
  const { columns, rows, side, gap } = layout;
  const scale = devicePixelRatio;
  canvas.width = Math.round(columns * side * scale);
  canvas.height = Math.round(rows * side * scale);
  canvas.style.width = `${columns * side}px`;
  canvas.style.height = `${rows * side}px`;
  const context = canvas.getContext('2d');
  if (!context) return;
  context.scale(scale, scale);

  const times = timesOf(picture);
  const style = getComputedStyle(canvas);
  const shades = SHADES.map((name) => style.getPropertyValue(name));
  const empty = style.getPropertyValue('--shade-none');
  for (const [cell, count] of picture.finished.entries()) {
    const { row, column } = placeOf(layout, cell);
    const seconds = (picture.milliseconds[cell] ?? 0) / 1000 / Math.max(1, count);
    context.fillStyle = count === 0 ? empty : (shades[shadeOf(seconds, times)] ?? empty);
    context.globalAlpha = count === 0 ? 1 : 0.4 + (0.6 * count) / picture.sizeOf(cell);
    context.fillRect(column * side, row * side, side - gap, side - gap);
  }
  context.globalAlpha = 1;
  function frame(cell: number, colour: string, width: number): void {
    if (!context) return;
    const { row, column } = placeOf(layout, cell);
    const inset = Math.min(width, side - gap) / 2;
    context.strokeStyle = style.getPropertyValue(colour);
    context.lineWidth = width;
    context.strokeRect(column * side + inset, row * side + inset, side - gap - 2 * inset, side - gap - 2 * inset);
  }
  for (const { cell } of picture.workers) if (cell !== undefined) frame(cell, '--accent', 2);
  if (shown !== undefined) frame(shown, '--bad', 3);
}

/** The shade of a time: by its logarithm, because times of subproblems differ by orders of magnitude. */
function shadeOf(seconds: number, times: Times | undefined): number {
  if (!times || times.most === times.least) return 0;
  const part = Math.log(Math.max(seconds, times.least) / times.least) / Math.log(times.most / times.least);
  return Math.min(SHADES.length - 1, Math.floor(part * SHADES.length));
}
