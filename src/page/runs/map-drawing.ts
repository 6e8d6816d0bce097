/** The map of subproblems as a drawing: tiles filled as far as they are finished, shaded by their times. */
import { formatBriefly } from '../../text/durations.js';
import { type MapLayout, tilePosition } from './map-layout.js';
import type { RunPicture } from './run-picture.js';

/** Colours of a tile, from the shortest time to the longest; the legend has them as classes. */
export const SHADES = ['--shade-0', '--shade-1', '--shade-2', '--shade-3', '--shade-4'];

/** The shortest time that is shown, in seconds: updates have times to a tenth of a millisecond. */
const SHORTEST = 1e-4;

/** The time of a tile, in words that claim no more than is known. */
export function tileTimeInWords(seconds: number): string {
  return seconds <= SHORTEST ? 'at most 0.1ms' : formatBriefly(seconds);
}

/** Shades of the tiles of a map. */
interface Shades {
  /** The shortest and the longest mean time of a tile, in seconds. */
  readonly least: number;
  readonly most: number;
  /** The shade of a tile's mean time: an index of SHADES. */
  shadeOf(seconds: number): number;
}

/**
 * Shades the tiles by the ranks of their times, so that a few long ones do not make all others look alike.
 *
 * @returns undefined while nothing is finished.
 */
export function shadesOf(picture: RunPicture): Shades | undefined {
  const times = Array.from(picture.finished, (_, tile) => picture.secondsOf(tile))
    .filter((seconds) => seconds !== undefined)
    .sort((a, b) => a - b);
  const [least, most] = [times[0], times.at(-1)];
  if (least === undefined || most === undefined) return undefined;
  const ranks = new Map<number, number>();
  for (const [rank, seconds] of times.entries()) if (!ranks.has(seconds)) ranks.set(seconds, rank);
  const shadeOf = (seconds: number) => Math.floor((SHADES.length * (ranks.get(seconds) ?? 0)) / times.length);
  return { least, most, shadeOf };
}

/**
 * Draws all tiles, in the colours that the page has now.
 *
 * @param shown the tile that is described, if any: it has a frame of its own.
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

  const style = getComputedStyle(canvas);
  const shades = SHADES.map((name) => style.getPropertyValue(name));
  const empty = style.getPropertyValue('--shade-none');
  const shadeOf = shadesOf(picture)?.shadeOf;
  const inner = side - gap;
  for (const [tile, finished] of picture.finished.entries()) {
    const { row, column } = tilePosition(layout, tile);
    context.fillStyle = empty;
    context.fillRect(column * side, row * side, inner, inner);
    const seconds = picture.secondsOf(tile);
    if (seconds === undefined) continue;
    const height = (inner * finished) / picture.sizeOf(tile);
    context.fillStyle = shades[shadeOf?.(seconds) ?? 0] ?? empty;
    context.fillRect(column * side, row * side + inner - height, inner, height);
  }
  function frame(tile: number, colour: string, width: number): void {
    if (!context) return;
    const { row, column } = tilePosition(layout, tile);
    const inset = Math.min(width, inner) / 2;
    context.strokeStyle = style.getPropertyValue(colour);
    context.lineWidth = width;
    context.strokeRect(column * side + inset, row * side + inset, inner - 2 * inset, inner - 2 * inset);
  }
  for (const { tile } of picture.workers) if (tile !== undefined) frame(tile, '--accent', 2);
  if (shown !== undefined) frame(shown, '--bad', 3);
}
