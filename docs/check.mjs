// Checks a ledger file without the program that wrote it: adds up the counts, and recounts random subproblems by brute force.
// Needs Node.js 20.15 or later and read.mjs, and no other file. format.md describes the format.
//
//     node check.mjs FILE [SAMPLE]     recounts 20 subproblems, or SAMPLE
import { randomInt } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { readLedger } from './read.mjs';

/** Yields every way to place queens in the first `rows` rows of n, beginning with the queens in `board`. */
export function* placements(n, rows = n, board = []) {
  const row = board.length;
  if (row === rows) yield board;
  for (let column = 0; row < rows && column < n; column++) {
    const isFree = board.every((other, above) => other !== column && Math.abs(other - column) !== row - above);
    if (isFree) yield* placements(n, rows, [...board, column]);
  }
}

/** Returns 1 if a solution belongs to a subproblem of `bitmask`, and 0 otherwise. */
function bitmask({ prefix }, board) {
  return prefix.every((column, row) => board[row] === column) ? 1 : 0;
}

/** Returns the amount that a solution adds to the count of a subproblem of `meet`. */
function meet({ n, rowsAbove, bandRows, lastRow, queens, above, below }, board) {
  const m = Math.floor(n / 2);
  const rows = [];
  for (let row = rowsAbove; row < rowsAbove + bandRows; row++) if (row !== lastRow) rows.push(row);
  rows.sort((a, b) => Math.abs(a - m) - Math.abs(b - m) || a - b);
  if (queens.some((column, i) => board[rows[i]] !== column)) return 0;
  const columnsBelow = board.slice(rowsAbove + bandRows).reduce((columns, column) => columns | (1 << column), 0);
  if ((columnsBelow & (above | below)) !== below) return 0;

  const rank = (line) => Math.abs(2 * line - (n - 1));
  const c = board[m];
  const R = rank(c);
  if (c < m) return 0;
  if (n % 2 === 1 && R > 0) {
    const row = board.indexOf(m);
    return row < m && rank(row) < R ? 8 : 0;
  }
  if (n % 2 === 1) {
    const u = board[m - 1] - m;
    const y = board[m + 1] - m;
    const hasBoth = rowsAbove < m && rowsAbove + bandRows > m + 1;
    if (!hasBoth) return (rowsAbove < m ? u : y) > 0 ? 2 : 0;
    if (u < 0 || Math.abs(y) > u) return 0;
    return Math.abs(y) < u ? 4 : 2;
  }
  const otherRow = rank(board[m - 1]);
  const farthest = Math.max(rank(board.indexOf(m - 1)), rank(board.indexOf(m)));
  if (R === 1 || otherRow > R || farthest > R) return 0;
  return 2 * (otherRow < R ? 2 : 1) * (farthest < R ? 2 : 1);
}

/** Returns the count that a ledger must have for a subproblem. */
export function countOf(subproblem, boards = placements(subproblem.n, subproblem.n, subproblem.prefix)) {
  const add = { bitmask, meet }[subproblem.algorithm];
  let count = 0;
  for (const board of boards) count += add(subproblem, board);
  return count;
}

/** Returns the subproblem with an id, for a ledger with this first line. */
export function makeSubproblem({ n, algorithm, options }, id) {
  if (algorithm === 'bitmask') return { algorithm, n, prefix: id === 'board' ? [] : numbers(id) };
  const [, band, columns, hexadecimal] = id.split('-');
  const [rowsAbove, bandRows, lastRow] = numbers(band);
  const queens = numbers(columns);
  const below = Number.parseInt(hexadecimal, 16);
  let above = 0;
  for (const column of sidedColumns(n, options.splitColumns)) if (!queens.includes(column)) above |= 1 << column;
  return { algorithm, n, rowsAbove, bandRows, lastRow, queens, above: above & ~below, below };
}

function numbers(text) {
  return text.split('.').map(Number);
}

/** Lists the columns that are given a side: the split columns and, for odd n, the middle column. */
function sidedColumns(n, splitColumns) {
  const m = Math.floor(n / 2);
  const distance = (column) => Math.abs(column - m) || n; // the middle column is split last
  const split = [...Array(n).keys()].sort((a, b) => distance(a) - distance(b) || a - b).slice(0, splitColumns);
  return n % 2 === 1 ? [m, ...split] : split;
}

/** Returns the weight of a prefix: 1 if it is its own mirror image, 2 for the first of two images, 0 for the second. */
function weightOf(n, prefix) {
  const column = prefix.find((column) => column !== n - 1 - column);
  if (column === undefined) return 1;
  return column < n - 1 - column ? 2 : 0;
}

/** Adds up the counts of a complete ledger, each with its weight. Throws an error if a prefix of `bitmask` is missing. */
function totalOf({ n, algorithm, options }, counts) {
  if (algorithm === 'meet') return [...counts.values()].reduce((total, count) => total + BigInt(count), 0n);
  let total = 0n;
  for (const prefix of placements(n, Math.min(n, options.depth))) {
    const weight = weightOf(n, prefix);
    const id = prefix.join('.') || 'board';
    if (weight > 0 && !counts.has(id)) throw new Error(`subproblem ${id} is missing`);
    total += BigInt(weight) * BigInt(counts.get(id) ?? 0);
  }
  return total;
}

/** Draws ids at random. */
function draw(ids, sample) {
  const rest = [...ids];
  return Array.from({ length: Math.min(sample, rest.length) }, () => rest.splice(randomInt(rest.length), 1)[0]);
}

/** Prints what is in a ledger file and what brute force says. Returns whether they agree. */
function check(file, sample) {
  const { header, counts } = readLedger(file);
  const { n, algorithm, subproblems } = header;
  console.log(`${n} queens by ${algorithm}: ${counts.size} of ${subproblems} subproblems, no damaged line`);
  if (counts.size === subproblems) console.log(`together ${totalOf(header, counts)} solutions`);
  if (algorithm === 'meet' && n > 13)
    throw new Error('brute force takes too long: use a ledger of bitmask with depth 4');
  const boards = algorithm === 'meet' ? [...placements(n)] : undefined;
  const drawn = draw(counts.keys(), sample);
  const wrong = drawn.filter((id) => {
    const recounted = countOf(makeSubproblem(header, id), boards);
    if (recounted === counts.get(id)) return false;
    console.log(`${id}: ${counts.get(id)} in the file, ${recounted} by brute force`);
    return true;
  });
  console.log(`${drawn.length} random subproblems recounted by brute force: ${wrong.length} are wrong`);
  return wrong.length === 0;
}

if (realpathSync(process.argv[1]) === import.meta.filename) {
  const [file, sample = '20'] = process.argv.slice(2);
  try {
    if (!check(file, Number(sample))) process.exitCode = 1;
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}
