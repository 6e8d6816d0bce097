import type { ComponentChildren, RefObject } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';

/** A picture with many items. A click or the arrow keys choose an item. For screen readers it is a slider. */
export function PictureSlider(props: {
  readonly className: string;
  readonly label: string;
  /** Describes the chosen item, or the item under the pointer. */
  readonly inWords: string | undefined;
  readonly items: number;
  /** The index of the current item, where the arrow keys start. -1 if there is none. */
  readonly current: number;
  /** Number of items in a row. The up and down keys move by a row. */
  readonly across?: number;
  /** Finds the item at a point, in pixels from the top left corner. `width` is the width of the picture. */
  readonly itemAt: (x: number, y: number, width: number) => number | undefined;
  readonly onPoint: (item: number | undefined) => void;
  readonly onChoose: (item: number | undefined) => void;
  readonly children: ComponentChildren;
}) {
  const { className, label, inWords, items, current, across = 0, itemAt, onPoint, onChoose, children } = props;

  function itemUnder({ currentTarget, clientX, clientY }: MouseEvent): number | undefined {
    if (!(currentTarget instanceof Element)) return undefined;
    const { left, top, width } = currentTarget.getBoundingClientRect();
    return itemAt(clientX - left, clientY - top, width);
  }
  function onKey(event: KeyboardEvent): void {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const ends: Record<string, number> = { Home: 0, End: items - 1 };
    const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -across, ArrowDown: across };
    const to = ends[event.key] ?? current + (steps[event.key] ?? Number.NaN);
    if (event.key === 'Escape') onChoose(undefined);
    else if (to >= 0 && to < items) onChoose(to);
    else if (Number.isNaN(to)) return;
    event.preventDefault();
  }
  return (
    <div
      class={className}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={items - 1}
      aria-valuenow={Math.max(0, current)}
      aria-valuetext={inWords}
      onKeyDown={onKey}
      onPointerMove={(event) => event.pointerType !== 'touch' && onPoint(itemUnder(event))}
      onPointerLeave={() => onPoint(undefined)}
      onClick={(event) => onChoose(itemUnder(event))}
    >
      {children}
    </div>
  );
}

/** Returns the current width of an element in pixels. */
export function useWidth(element: RefObject<Element | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const { current } = element;
    if (!current) return;
    const measure = () => setWidth(current.clientWidth);
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    measure();
    return () => observer.disconnect();
  }, [element]);
  return width;
}
