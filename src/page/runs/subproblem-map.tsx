import type { RunUpdate } from '../../runs/run-update.js';
import { formatBriefly } from '../../text/durations.js';
import { formatCount } from '../../text/numbers.js';

/** Colours of times, from the shortest to the longest. */
const SHADES = [0, 1, 2, 3, 4].map((shade) => `var(--shade-${shade})`);

/** The shortest time of a tile, in seconds. Updates give times to a tenth of a millisecond. */
const SHORTEST = 1e-4;

/** Largest side of a tile and, for many tiles, the area of the map, in CSS pixels. */
const LARGEST = 48;
const AREA = 90_000;

/** A map of all subproblems. Each tile is filled by its finished fraction, shaded by its time, and has a description. */
export function SubproblemMap({ update }: { readonly update: RunUpdate }) {
  const { header, tiles, figures, workers } = update;
  /** Mean seconds of the finished subproblems of each tile. */
  const times = tiles.map(([finished, ms]) => (finished > 0 ? Math.max(SHORTEST, ms / 1000 / finished) : 0));
  const known = times.filter((seconds) => seconds > 0);
  const [least, most] = [Math.min(...known), Math.max(...known)];
  // The scale is logarithmic. Otherwise a few long times would make all other shades equal.
  const placeOf = (seconds: number) => Math.log(seconds / least) / Math.log(most / least) || 0;
  const shadeOf = (seconds: number) =>
    SHADES[Math.min(SHADES.length - 1, Math.floor(SHADES.length * placeOf(seconds)))];
  const counting = new Set(workers.map(({ tile }) => tile));
  const all = `${formatCount(figures.finished)} of ${formatCount(figures.subproblems)} are finished`;
  const side = Math.min(LARGEST, Math.sqrt(AREA / tiles.length));
  return (
    <figure class="map">
      <figcaption class="row">
        {header.perTile === 1 ? 'Subproblems' : `Subproblems, ${formatCount(header.perTile)} per tile`}
        {most > least && (
          <span class="legend">
            {timeInWords(least)}
            {SHADES.map((shade) => (
              <i key={shade} style={{ background: shade }} />
            ))}
            {timeInWords(most)}
          </span>
        )}
      </figcaption>
      <div class="tiles" role="img" aria-label={`Map of the subproblems: ${all}`} style={{ '--side': `${side}px` }}>
        {times.map((seconds, tile) => (
          <i
            key={tile}
            class={counting.has(tile) ? 'counting' : undefined}
            title={tileInWords(update, tile)}
            style={{
              '--shade': seconds > 0 ? shadeOf(seconds) : undefined,
              '--done': `${(100 * (tiles[tile]?.[0] ?? 0)) / sizeOf(update, tile)}%`,
            }}
          />
        ))}
      </div>
      <p class="hint">{all}</p>
    </figure>
  );
}

/** Returns the number of subproblems in a tile. The last tile may have fewer than the others. */
function sizeOf({ header: { perTile }, figures }: RunUpdate, tile: number): number {
  return Math.min(perTile, figures.subproblems - tile * perTile);
}

/** Describes a tile in a few words. */
function tileInWords(update: RunUpdate, tile: number): string {
  const { header, tiles, figures, workers } = update;
  const size = sizeOf(update, tile);
  const [done, milliseconds] = tiles[tile] ?? [0, 0];
  const time = timeInWords(milliseconds / 1000);
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
