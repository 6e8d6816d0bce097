import { drawings, type Shown } from '../board/drawings.js';
import type { Format } from '../board/formats.js';
import { svgSheet } from '../board/svg.js';

/**
 * The text of solutions in a format, piece by piece as they are found.
 *
 * @param n their board size: an SVG image without any still has to know it.
 */
export function* solutionsText(n: number, shown: Iterable<Shown>, format: Format): Generator<string> {
  if (format === 'svg') {
    yield svgSheet(n, [...shown]);
    return;
  }
  const { opening, separator, closing, draw } = drawings[format];
  yield opening;
  let first = true;
  for (const one of shown) {
    yield first ? draw(one) : separator + draw(one);
    first = false;
  }
  yield closing;
}
