// Checks a ledger file without the program that wrote it, by brute force. Needs Node.js 20.15 or later and read.mjs,
// and no other file. format.md describes the format.
//
//     node check.mjs FILE [SAMPLE]     recounts 20 subproblems, or SAMPLE
import { createHash, randomInt } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { readLedger } from './read.mjs';

/** Maximum number of rows to fill by brute force. On an empty board, 14 rows take 10 seconds. */
const MAX_ROWS = 14;

/** The published numbers of solutions (OEIS A000170) for n = 0 to 27. */
export const PUBLISHED =
  `1 1 0 0 2 10 4 40 92 352 724 2680 14200 73712 365596 2279184 14772512 95815104 666090624 4968057848
  39029188884 314666222712 2691008701644 24233937684440 227514171973736 2207893435808352 22317699616364044
  234907967154122528`.split(/\s+/);

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

/** Lists the subproblems of the plan in a ledger's first line; undefined for `meet` from n = 20 on (wider bands). */
export function listPlan({ n, algorithm, options }) {
  if (algorithm === 'bitmask') return listBitmask(n, options.depth);
  return n < 20 ? listMeet(n, options.splitColumns) : undefined;
}

function listBitmask(n, depth) {
  let prefixes = [[]];
  for (let rows = 1; rows <= Math.min(n, depth); rows++) {
    const longer = prefixes.flatMap((prefix) => [...placements(n, rows, prefix)]);
    prefixes = longer.filter((prefix) => weightOf(n, prefix) > 0);
    if (prefixes.length > 200_000) throw new Error('the plan has more than 200,000 subproblems');
  }
  return prefixes.map((prefix) => {
    return { algorithm: 'bitmask', id: prefix.join('.') || 'board', n, weight: weightOf(n, prefix), prefix };
  });
}

/** Returns the weight of a prefix: 1 if it is its own mirror image, 2 for the first of two images, 0 for the second. */
function weightOf(n, prefix) {
  const column = prefix.find((column) => column !== n - 1 - column);
  if (column === undefined) return 1;
  return column < n - 1 - column ? 2 : 0;
}

function listMeet(n, splitColumns) {
  const m = Math.floor(n / 2);
  const isOdd = n % 2 === 1;
  const [rowsAbove, bandRows, lastRow] = isOdd ? [m, 2, m + 1] : [m - 1, 2, m - 1];
  const distance = (column) => Math.abs(column - m) || n; // the middle column is split last
  const split = [...Array(n).keys()].sort((a, b) => distance(a) - distance(b) || a - b).slice(0, splitColumns);
  const plan = [];
  for (let c = isOdd ? m : m + 1; c < n; c++) {
    const always = isOdd && c !== m ? [m] : [];
    const others = split.filter((column) => column !== c && !always.includes(column)).sort((a, b) => a - b);
    for (const below of subsets(others)) {
      const above = [...always, ...others.filter((column) => !below.includes(column))];
      if (above.length > n - m || below.length > m - 1) continue; // more columns than rows
      const id = `${n}-${rowsAbove}.${bandRows}.${lastRow}-${c}-${toMask(below).toString(16)}`;
      const columns = { queens: [c], above: toMask(above), below: toMask(below) };
      plan.push({ algorithm: 'meet', id, weight: 1, n, rowsAbove, bandRows, lastRow, ...columns });
    }
  }
  return plan;
}

/** Lists the subsets of columns: first those without the first column. */
function subsets(columns) {
  return columns.reduceRight((sets, column) => sets.concat(sets.map((set) => [column, ...set])), [[]]);
}

function toMask(columns) {
  return columns.reduce((mask, column) => mask | (1 << column), 0);
}

/** Throws an error if the first line or an id contradicts the plan. */
function comparePlan(plan, { n, algorithm, planHash, subproblems }, counts) {
  if (plan.length !== subproblems) throw new Error(`the plan has ${plan.length} subproblems, not ${subproblems}`);
  const hash = createHash('sha256')
    .update(JSON.stringify([n, algorithm, plan]))
    .digest('hex');
  if (hash !== planHash) throw new Error(`the hash of the plan is ${hash}, not ${planHash}`);
  const ids = new Set(plan.map(({ id }) => id));
  for (const id of counts.keys()) if (!ids.has(id)) throw new Error(`${id} is not a subproblem of the plan`);
}

/** Adds up all counts, each with its weight in the plan. Without a plan, the algorithm is `meet`, with weights of 1. */
function addUp(counts, plan = []) {
  const weights = new Map(plan.map(({ id, weight }) => [id, weight]));
  return [...counts].reduce((total, [id, count]) => total + BigInt(weights.get(id) ?? 1) * BigInt(count), 0n);
}

/** Compares a total with all that is known about it. Returns whether it is right. */
function checkTotal(n, total, boards) {
  const byForce = boards ? `; brute force finds ${boards.length}` : '';
  console.log(`together ${total} solutions${byForce}; published in A000170: ${PUBLISHED[n] ?? 'none for this n'}`);
  return [boards?.length, PUBLISHED[n]].every((known) => known === undefined || BigInt(known) === total);
}

/** Draws elements at random. */
function draw(elements, sample) {
  const rest = [...elements];
  return Array.from({ length: Math.min(sample, rest.length) }, () => rest.splice(randomInt(rest.length), 1)[0]);
}

/** Recounts subproblems by brute force and prints those with a wrong count. Returns whether there are none. */
function recount(subproblems, counts, boards) {
  const wrong = subproblems.filter((subproblem) => {
    const { id, algorithm } = subproblem;
    const recounted = countOf(subproblem, algorithm === 'meet' ? boards : undefined);
    if (recounted !== counts.get(id)) console.log(`${id}: ${counts.get(id)} in the file, ${recounted} by brute force`);
    return recounted !== counts.get(id);
  });
  console.log(`${subproblems.length} random subproblems recounted by brute force: ${wrong.length} are wrong`);
  return wrong.length === 0;
}

/** Prints what is in a ledger file, what was checked and what not. Returns whether everything checked is right. */
function check(file, sample) {
  const { header, counts } = readLedger(file);
  const { n, algorithm, options, subproblems } = header;
  const plan = listPlan(header);
  if (plan) comparePlan(plan, header, counts);
  console.log(`${n} queens by ${algorithm}: ${counts.size} of ${subproblems} subproblems, no damaged line`);

  let isRight = true;
  const boards = n <= MAX_ROWS ? [...placements(n)] : undefined;
  if (counts.size < subproblems) console.log('incomplete: no total');
  else isRight = checkTotal(n, addUp(counts, plan), boards);

  const isShort = n - (options.depth ?? 0) <= MAX_ROWS;
  const finished = isShort ? plan.filter(({ id }) => counts.has(id)) : [];
  const drawn = draw(finished, sample);
  if (drawn.length > 0 && !recount(drawn, counts, boards)) isRight = false;

  const unchecked = counts.size - drawn.length;
  const counted = `${unchecked} of ${counts.size} counts${isShort ? '' : ', because brute force takes too long'}; `;
  console.log(`not checked: ${unchecked > 0 ? counted : ''}work and times`);
  if (!plan) console.log('not checked: whether these are the subproblems of the plan');
  return isRight;
}

if (realpathSync(process.argv[1]) === import.meta.filename) {
  const [file, sample = '20', ...others] = process.argv.slice(2);
  try {
    if (!file || file.startsWith('-') || !/^[1-9]\d*$/.test(sample) || others.length > 0) {
      console.error('usage: node check.mjs FILE [SAMPLE], with a SAMPLE of at least 1');
      process.exitCode = 2;
    } else if (!check(file, Number(sample))) {
      console.log('this ledger is wrong');
      process.exitCode = 1;
    }
  } catch (error) {
    console.error(error.message);
    process.exitCode = error.syscall ? 2 : 1; // 2 if the file could not be read
  }
}
