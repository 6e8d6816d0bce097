import { useEffect, useRef, useState } from 'preact/hooks';
import { formatCount } from '../../text/numbers.js';
import { Field } from '../parts/controls.js';
import { useColorScheme } from '../parts/media.js';
import { CellCard, type LookAtCell, stateOfCell } from './cell-card.js';
import { cellTimeInWords, drawMap, SHADES, timesOf } from './map-drawing.js';
import { cellAfterKey, cellAt, layOut } from './map-layout.js';
import type { RunPicture } from './run-picture.js';

/**
 * All subproblems, a cell each, shaded by the time they took. Below it is told what a cell stands for: the one under the
 * pointer, or else the one that was chosen by a click, a tap, or the keys of the range.
 */
export function SubproblemMap({ picture, look }: { readonly picture: RunPicture; readonly look: LookAtCell }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const scheme = useColorScheme();
  const [width, setWidth] = useState(0);
  const [pointed, setPointed] = useState<number>();
  const [chosen, setChosen] = useState<number>();
  const { header, figures } = picture;
  const cells = picture.finished.length;
  const layout = layOut(cells, width);
  const times = timesOf(picture);
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

  function cellUnder({ clientX, clientY }: MouseEvent): number | undefined {
    const { x = 0, y = 0 } = canvas.current?.getBoundingClientRect() ?? {};
    return cellAt(layout, clientX - x, clientY - y);
  }
  function onKey(event: KeyboardEvent): void {
    const { key } = event;
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const next = key === 'Enter' ? (chosen ?? 0) : cellAfterKey(layout, chosen ?? 0, key);
    if (next === undefined && key !== 'Escape') return;
    setChosen(next);
    event.preventDefault();
  }

  const spread = times ? `, which took from ${cellTimeInWords(times.least)} to ${cellTimeInWords(times.most)}` : '';
  const label = `Map of the subproblems: ${formatCount(figures.finished)} of ${formatCount(header.subproblems)} are finished${spread}`;
  return (
    <figure class="map">
      <figcaption>
        {header.perCell === 1 ? 'Subproblems' : `Subproblems, ${formatCount(header.perCell)} to a cell`}
        {times && (
          <span class="legend">
            {cellTimeInWords(times.least)}
            {SHADES.map((shade, index) => (
              <i key={shade} class={`shade-${index}`} />
            ))}
            {cellTimeInWords(times.most)}
          </span>
        )}
      </figcaption>
      <div ref={frame}>
        <canvas
          ref={canvas}
          role="img"
          aria-label={label}
          onPointerMove={(event) => event.pointerType !== 'touch' && setPointed(cellUnder(event))}
          onPointerLeave={() => setPointed(undefined)}
          onClick={(event) => setChosen(cellUnder(event))}
        />
      </div>
      <Field name={shown === undefined ? 'Point at a cell, or choose one here' : stateOfCell(picture, shown)} isWide>
        {(id) => (
          <input
            id={id}
            type="range"
            min={0}
            max={cells - 1}
            value={shown ?? 0}
            aria-valuetext={stateOfCell(picture, shown ?? 0)}
            onInput={(event) => setChosen(Number(event.currentTarget.value))}
            onKeyDown={onKey}
          />
        )}
      </Field>
      <CellCard cell={shown} picture={picture} look={look} />
    </figure>
  );
}
