import type { TileMap } from '../../core/runs/run-map.js';
import { formatBriefly } from '../../core/text/durations.js';
import { formatCount, plural } from '../../core/text/numbers.js';

/** Maximum side of a tile, and the area that all tiles fill if they are smaller, in CSS pixels. */
const MAX_SIDE = 48;
const AREA = 90_000;

/** Marks by tile index: all recounts agree, one differs, or one is running. */
export type TileMarks = ReadonlyMap<number, 'agrees' | 'differs' | 'drawn'>;

/**
 * A map of all subproblems. Each tile is filled up to its finished fraction and shaded by its time.
 *
 * @param marks marks of tiles whose subproblems were recounted.
 */
export function SubproblemMap(props: {
  readonly map: TileMap;
  readonly subproblems: number;
  readonly marks?: TileMarks | undefined;
}) {
  const { map, subproblems, marks } = props;
  const { perTile, tiles, threads } = map;
  /** Mean seconds of each tile's finished subproblems; at least 1e-4, because updates round times to 0.1 ms. */
  const times = tiles.map(([finished, ms]) => (finished > 0 ? Math.max(1e-4, ms / 1000 / finished) : 0));
  const known = times.filter((seconds) => seconds > 0);
  const [least, most] = [Math.min(...known), Math.max(...known)];
  /** Chooses the color of a time on a logarithmic scale; on a linear one, a few long times would hide the rest. */
  function chooseColor(seconds: number): string {
    const place = Math.log(seconds / least) / Math.log(most / least) || 0;
    return `color-mix(in oklch, var(--long) ${Math.round(100 * place)}%, var(--short))`;
  }
  const counting = new Set(threads.map(({ tile }) => tile));
  const side = Math.min(MAX_SIDE, Math.sqrt(AREA / tiles.length));
  return (
    <figure>
      <figcaption class="row">
        <b>{perTile === 1 ? 'Subproblems' : `Subproblems, ${formatCount(perTile)} per tile`}</b>
        {most > least && (
          <span class="legend">
            {formatBriefly(least)} <i /> {formatBriefly(most)}
          </span>
        )}
        <span class="hint">Each tile is a part of the work, and its color shows the time.</span>
        {marks && (
          <span class="frames hint">
            <i class="agrees" /> the same <i class="differs" /> caught <i class="drawn" /> being recounted
          </span>
        )}
      </figcaption>
      <div
        class="tiles"
        role="img"
        aria-label={`Map of ${plural(subproblems, 'subproblem')}`}
        style={{ '--side': `${side}px` }}
      >
        {times.map((seconds, tile) => (
          <i
            key={tile}
            class={marks?.get(tile) ?? (counting.has(tile) ? 'counting' : undefined)}
            style={{
              '--shade': seconds > 0 ? chooseColor(seconds) : undefined,
              // The last tile may have fewer subproblems than the others.
              '--done': `${(100 * (tiles[tile]?.[0] ?? 0)) / Math.min(perTile, subproblems - tile * perTile)}%`,
            }}
          />
        ))}
      </div>
    </figure>
  );
}
