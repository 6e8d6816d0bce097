import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { backtrack, createSearch, type SearchEvent } from '../../src/core/textbook/search.js';
import { formatTrace, traceSteps } from '../../src/core/textbook/trace.js';

// The exercise in docs/solvers.md, with the function as it stands there.
const [, exercise = ''] = readFileSync(new URL('../../docs/solvers.md', import.meta.url), 'utf8').split(
  '## Find the mistake',
);
const block = (language: string) => new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, 'ms').exec(exercise)?.[1] ?? '';

/** Flags of columns and diagonals, which the function of the exercise reads. */
type Flags = Readonly<Record<'columns' | 'falling' | 'rising', boolean[]>>;

/** Searches with flags and a test of cells, given as its code. */
function search(n: number, code: string): Generator<SearchEvent> {
  const none = (length: number) => Array<boolean>(length).fill(false);
  const flags: Flags = { columns: none(n), falling: none(2 * n), rising: none(2 * n) };
  const isFree = new Function('n', 'columns', 'falling', 'rising', `${code}; return isFree;`)(
    n,
    flags.columns,
    flags.falling,
    flags.rising,
  );
  function flag(row: number, column: number, taken: boolean): void {
    flags.columns[column] = taken;
    flags.falling[row - column + n - 1] = taken;
    flags.rising[row + column] = taken;
  }
  return backtrack(n, createSearch({ watched: true }), {
    isFree,
    place: (row, column) => flag(row, column, true),
    remove: (row, column) => flag(row, column, false),
  });
}

test('the function with the mistake has the trace in the document', () => {
  expect([...formatTrace(4, traceSteps(search(4, block('javascript'))), false)].join('')).toBe(block('text'));
});

test('the function without the mistake finds the two solutions of four queens', () => {
  const mended = block('javascript').replace('&& rising', '&& !rising');
  const found = [...search(4, mended)].flatMap((event) => (event.kind === 'solution' ? [event.columns] : []));
  expect(found).toEqual([
    [1, 3, 0, 2],
    [2, 0, 3, 1],
  ]);
});
