import { useMemo, useRef, useState } from 'preact/hooks';
import { formatBriefly } from '../../text/durations.js';
import { formatCount } from '../../text/numbers.js';
import { Legend } from '../parts/legend.js';
import { SHADES } from '../parts/shades.js';
import { useWidth } from '../parts/use-width.js';
import { layOut, tileAt, tilePosition } from './map-layout.js';
import type { RunPicture } from './run-picture.js';

/** The shortest time shown, in seconds. Updates give times to a tenth of a millisecond. */
const SHORTEST = 1e-4;

/**
 * A map of all subproblems. Each tile is filled by its finished fraction and shaded by its time. The text below
 * describes the tile under the pointer.
 */
export function SubproblemMap({ picture }: { readonly picture: RunPicture }) {
  const frame = useRef<HTMLDivElement>(null);
  const width = useWidth(frame);
  const [pointed, setPointed] = useState<number>();
  const { header, figures, workers } = picture;
  const tiles = picture.finished.length;
  const layout = useMemo(() => layOut(tiles, width), [tiles, width]);
  const { rows, side } = layout;
  const inner = side > 4 ? side - 1 : side;
  const shades = picture.shades();

  /** Returns the path of a tile that is filled from the bottom. @param fraction filled fraction of its height. */
  function tileShape(tile: number, fraction: number): string {
    const { row, column } = tilePosition(layout, tile);
    return `M${column * side} ${row * side + inner}h${inner}v${-fraction * inner}h${-inner}z`;
  }
  const empty = useMemo(() => Array.from({ length: tiles }, (_, tile) => tileShape(tile, 1)).join(''), [layout]);
  // All tiles of a shade are one path, so thousands of tiles are drawn fast.
  const filled = SHADES.map((): string[] => []);
  for (const [tile, finished] of picture.finished.entries()) {
    const seconds = picture.secondsOf(tile);
    if (seconds !== undefined)
      filled[shades?.shadeOf(seconds) ?? 0]?.push(tileShape(tile, finished / picture.sizeOf(tile)));
  }
  const counting = workers.flatMap(({ tile }) => (tile === undefined ? [] : tileShape(tile, 1)));

  const all = `${formatCount(figures.finished)} of ${formatCount(figures.subproblems)} are finished`;

  function point({ currentTarget, clientX, clientY }: MouseEvent): void {
    if (!(currentTarget instanceof Element)) return;
    const { left, top } = currentTarget.getBoundingClientRect();
    setPointed(tileAt(layout, clientX - left, clientY - top));
  }
  return (
    <figure class="map">
      <figcaption>
        {header.perTile === 1 ? 'Subproblems' : `Subproblems, ${formatCount(header.perTile)} per tile`}
        {shades && shades.most > shades.least && (
          <Legend least={timeInWords(shades.least)} most={timeInWords(shades.most)} />
        )}
      </figcaption>
      <div ref={frame} class="tiles">
        <svg
          viewBox={`0 0 ${width} ${rows * side}`}
          height={rows * side}
          shape-rendering="crispEdges"
          role="img"
          aria-label={`Map of the subproblems: ${all}`}
          onPointerDown={point}
          onPointerMove={point}
          onPointerLeave={({ pointerType }) => pointerType === 'mouse' && setPointed(undefined)}
        >
          <path fill="var(--shade-none)" d={empty} />
          {SHADES.map((shade, index) => (
            <path key={shade} fill={shade} d={filled[index]?.join('') ?? ''} />
          ))}
          <path class="counting" d={counting.join('')} />
          {pointed !== undefined && <path class="shown" d={tileShape(pointed, 1)} />}
        </svg>
      </div>
      <p class="hint">{pointed === undefined ? all : tileInWords(picture, pointed)}</p>
    </figure>
  );
}

/** Describes a tile in a few words. */
function tileInWords(picture: RunPicture, tile: number): string {
  const { header, figures, finished, milliseconds, workers } = picture;
  const size = picture.sizeOf(tile);
  const done = finished[tile] ?? 0;
  const time = timeInWords((milliseconds[tile] ?? 0) / 1000);
  const counting = workers.filter((worker) => worker.tile === tile).map(({ name }) => name);
  const first = tile * header.perTile + 1;
  const name =
    size === 1
      ? `Subproblem ${formatCount(first)}`
      : `Subproblems ${formatCount(first)} to ${formatCount(first + size - 1)}`;
  const state = [
    ...(done > 0 ? [size === 1 ? `finished in ${time}` : `${formatCount(done)} finished in ${time} in total`] : []),
    ...(counting.length > 0 ? [`being counted by ${counting.join(' and ')}`] : []),
  ];
  return `${name} of ${formatCount(figures.subproblems)}: ${state.join(', ') || 'not started'}.`;
}

/** Formats the time of a tile. */
function timeInWords(seconds: number): string {
  return seconds <= SHORTEST ? 'at most 0.1ms' : formatBriefly(seconds);
}
