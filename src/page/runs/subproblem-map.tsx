import { useEffect, useRef, useState } from 'preact/hooks';
import { formatCount } from '../../text/numbers.js';
import { useColorScheme } from '../parts/media.js';
import { drawMap, SHADES, shadesOf, tileTimeInWords } from './map-drawing.js';
import { layOut, tileAfterKey, tileAt } from './map-layout.js';
import type { RunPicture } from './run-picture.js';
import { type AskTile, TileCard, tileInWords } from './tile-card.js';

/**
 * All subproblems, a tile each, shaded by the time they took. Below the map stands what a tile stands for: the one under
 * the pointer, or else the one that was chosen by a click, a tap, or the arrow keys.
 */
export function SubproblemMap({ picture, ask }: { readonly picture: RunPicture; readonly ask: AskTile }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const scheme = useColorScheme();
  const [width, setWidth] = useState(0);
  const [pointed, setPointed] = useState<number>();
  const [chosen, setChosen] = useState<number>();
  const { header, figures } = picture;
  const tiles = picture.finished.length;
  const layout = layOut(tiles, width);
  const shades = shadesOf(picture);
  const shown = pointed ?? chosen;

  useEffect(() => {
    if (canvas.current && width > 0) drawMap(canvas.current, layout, picture, shown);
  }, [picture.version, picture.workers, layout.columns, layout.side, shown, scheme]);
  useEffect(() => {
    const { current } = frame;
    if (!current) return;
    const observer = new ResizeObserver(() => setWidth(current.clientWidth));
    observer.observe(current);
    return () => observer.disconnect();
  }, []);

  function tileUnder({ clientX, clientY }: MouseEvent): number | undefined {
    const { x = 0, y = 0 } = canvas.current?.getBoundingClientRect() ?? {};
    return tileAt(layout, clientX - x, clientY - y);
  }
  function onKey(event: KeyboardEvent): void {
    const { key } = event;
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const next = chosen === undefined && key.startsWith('Arrow') ? 0 : tileAfterKey(layout, chosen ?? 0, key);
    if (next === undefined && key !== 'Escape') return;
    setChosen(next);
    event.preventDefault();
  }

  const inWords =
    shown === undefined
      ? `${formatCount(figures.finished)} of ${formatCount(figures.subproblems)} are finished`
      : tileInWords(picture, shown);
  return (
    <figure class="map">
      <figcaption>
        {header.perTile === 1 ? 'Subproblems' : `Subproblems, ${formatCount(header.perTile)} to a tile`}
        {shades && (
          <span class="legend">
            {tileTimeInWords(shades.least)}
            {SHADES.map((shade, index) => (
              <i key={shade} class={`shade-${index}`} />
            ))}
            {tileTimeInWords(shades.most)}
          </span>
        )}
      </figcaption>
      <div
        ref={frame}
        class="tiles"
        role="slider"
        tabIndex={0}
        aria-label="Map of the subproblems"
        aria-valuemin={1}
        aria-valuemax={tiles}
        aria-valuenow={(shown ?? 0) + 1}
        aria-valuetext={inWords}
        onKeyDown={onKey}
        onPointerMove={(event) => event.pointerType !== 'touch' && setPointed(tileUnder(event))}
        onPointerLeave={() => setPointed(undefined)}
        onClick={(event) => setChosen(tileUnder(event))}
      >
        <canvas ref={canvas} />
      </div>
      <p class="tile-name">{inWords}</p>
      <TileCard tile={shown} picture={picture} ask={ask} />
    </figure>
  );
}
