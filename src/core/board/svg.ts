/** Draws placements as one SVG image: a single board, or a sheet of many boards. */
import type { NumberedSolution } from './placement.js';

/** Side length of a cell, in pixels. */
export const CELL = 24;
const MARGIN = 12;
const CAPTION = 20;

/** SVG path of a crown that fits in a 24 x 24 pixel cell. */
export const CROWN = 'M4 8l4 5 4-8 4 8 4-5-2 11H6z';

/**
 * Draws boards in a nearly square grid. Below each board is its number and, if known, its class size. A single board
 * gets no number.
 *
 * @param n size of every board.
 * @returns an SVG document; an empty sheet if there are no boards.
 */
export function drawSheet(n: number, boards: readonly NumberedSolution[]): string {
  const across = Math.ceil(Math.sqrt(boards.length));
  const down = across === 0 ? 0 : Math.ceil(boards.length / across);
  const side = n * CELL;
  const captions = boards.map((shown) => formatCaption(shown, boards.length));
  const captionHeight = captions.some((text) => text !== '') ? CAPTION : 0;
  const width = MARGIN + across * (side + MARGIN);
  const height = MARGIN + down * (side + captionHeight + MARGIN);
  const squares = `<rect width="${side}" height="${side}" fill="#f0e4cc"/><path d="${darkSquares(n)}" fill="#bd9466"/>`;

  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<title>${boards.length === 1 ? 'A solution' : `${boards.length} solutions`} of the ${n}-queens problem</title>`,
    '<defs>',
    `<path id="queen" d="${CROWN}" fill="#222"/>`,
    `<g id="board">${squares}</g>`,
    '</defs>',
    '<rect width="100%" height="100%" fill="#fff"/>',
    ...boards.flatMap((shown, i) => {
      const x = MARGIN + (i % across) * (side + MARGIN);
      const y = MARGIN + Math.floor(i / across) * (side + captionHeight + MARGIN);
      return drawBoard(shown, x, y, captions[i] ?? '');
    }),
    '</svg>',
    '',
  ].join('\n');
}

function drawBoard({ placement }: NumberedSolution, x: number, y: number, text: string): string[] {
  const side = placement.length * CELL;
  return [
    `<g transform="translate(${x} ${y})">`,
    '<use href="#board"/>',
    ...placement.map((column, row) => `<use href="#queen" x="${column * CELL}" y="${row * CELL}"/>`),
    ...(text ? [`<text x="${side / 2}" y="${side + 15}" ${FONT}>${text}</text>`] : []),
    '</g>',
  ];
}

const FONT = 'font-family="sans-serif" font-size="12" text-anchor="middle" fill="#222"';

function formatCaption({ number, classSize }: NumberedSolution, boards: number): string {
  return [boards > 1 ? `${number}` : '', classSize ? `class of ${classSize}` : ''].filter(Boolean).join(': ');
}

/** Returns an SVG path that draws the dark squares of an n x n board, in `rows` rows starting with row `first`. */
export function darkSquares(n: number, rows = n, first = 0): string {
  const squares = Array.from({ length: n * rows }, (_, i) => [Math.floor(i / n), i % n] as const);
  return squares
    .filter(([row, column]) => (first + row + column) % 2 === 1)
    .map(([row, column]) => `M${column * CELL} ${row * CELL}h${CELL}v${CELL}h-${CELL}z`)
    .join('');
}
