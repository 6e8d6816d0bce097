import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { drawSheet } from '../../../src/core/board/svg.js';
import { solutions } from '../../../src/core/textbook/bitmask.js';

/** A drawn board, with the positions of its corner, its queens' cells and its caption, in pixels. */
interface DrawnBoard {
  readonly x: number;
  readonly y: number;
  readonly queens: (readonly [x: number, y: number])[];
  readonly caption: { readonly x: number; readonly y: number; readonly text: string } | undefined;
}

const CELL = 24;

function numbers(pattern: RegExp, text: string): number[] {
  return (pattern.exec(text) ?? []).slice(1).map(Number);
}

/** Parses the SVG of a sheet. */
function read(svg: string) {
  const [width = 0, height = 0] = numbers(/<svg [^>]*width="(\d+)" height="(\d+)"/, svg);
  const [side = 0] = numbers(/<g id="board"><rect width="(\d+)"/, svg);
  const boards = [...svg.matchAll(/<g transform="translate\((\d+) (\d+)\)">(.*?)<\/g>/gs)].map(
    ([, x, y, content = '']): DrawnBoard => {
      const [, captionX, captionY, text] = /<text x="([\d.]+)" y="(\d+)"[^>]*>(.*?)<\/text>/.exec(content) ?? [];
      return {
        x: Number(x),
        y: Number(y),
        queens: [...content.matchAll(/#queen" x="(\d+)" y="(\d+)"/g)].map(([, qx, qy]) => [Number(qx), Number(qy)]),
        caption: text === undefined ? undefined : { x: Number(captionX), y: Number(captionY), text },
      };
    },
  );
  const dark = [...svg.matchAll(/M(\d+) (\d+)h24v24h-24z/g)].map(([, x, y]) => [Number(x) / CELL, Number(y) / CELL]);
  return { width, height, side, boards, dark };
}

const SIX = [...solutions(6)];

describe('a sheet of boards', () => {
  test('has every queen in the cell of its row and column', () => {
    const shown = SIX.map((placement, i) => ({ placement, number: i + 1 }));
    const { boards } = read(drawSheet(6, shown));
    const placements = boards.map(({ queens }) => queens.map(([x]) => x / CELL));
    expect(placements).toEqual(SIX);
    for (const { queens } of boards) expect(queens.map(([, y]) => y / CELL)).toEqual([0, 1, 2, 3, 4, 5]);
  });

  test('has light corner squares, with dark squares beside them', () => {
    const { dark } = read(drawSheet(3, []));
    expect(dark).toEqual([
      [1, 0],
      [0, 1],
      [2, 1],
      [1, 2],
    ]);
  });

  test('has boards that do not overlap, stay inside the sheet, and form a grid that is as square as possible', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 30 }), fc.boolean(), (count, hasClasses) => {
        const shown = Array.from({ length: count }, (_, i) => ({
          placement: SIX[i % SIX.length] ?? [],
          number: i + 1,
          ...(hasClasses ? { classSize: 8 as const } : {}),
        }));
        const { width, height, side, boards } = read(drawSheet(6, shown));
        expect(side).toBe(6 * CELL);
        expect(boards).toHaveLength(count);
        const across = new Set(boards.map(({ x }) => x)).size;
        const down = new Set(boards.map(({ y }) => y)).size;
        expect(across).toBe(Math.ceil(Math.sqrt(count)));
        expect(down).toBe(Math.ceil(count / across));
        for (const [i, a] of boards.entries()) {
          const bottom = Math.max(a.y + side, a.caption ? a.y + a.caption.y : 0);
          expect(a.x).toBeGreaterThan(0);
          expect(a.x + side).toBeLessThan(width);
          expect(bottom).toBeLessThan(height);
          for (const b of boards.slice(i + 1)) {
            const isBeside = a.x + side < b.x || b.x + side < a.x;
            expect(isBeside || bottom < b.y).toBe(true);
          }
        }
      }),
    );
  });

  test('has the number and class size of each board below its middle, and no number if there is only one board', () => {
    const [placement = []] = SIX;
    const captions = (svg: string) => read(svg).boards.map(({ caption }) => caption);
    const below = { x: (6 * CELL) / 2, y: 6 * CELL + 15 };
    expect(captions(drawSheet(6, [{ placement, number: 7 }]))).toEqual([undefined]);
    expect(captions(drawSheet(6, [{ placement, number: 7, classSize: 4 }]))).toEqual([
      { ...below, text: 'class of 4' },
    ]);
    const two = [
      { placement, number: 7, classSize: 4 as const },
      { placement, number: 8 },
    ];
    expect(captions(drawSheet(6, two))).toEqual([
      { ...below, text: '7: class of 4' },
      { ...below, text: '8' },
    ]);
  });
});
