// The baseline in plain JavaScript: the textbook's recursive bitmask search, halved by mirror symmetry, as in
// textbook.c. Prints the number of solutions for n queens, to n = 30.   node textbook.mjs 16
import { fileURLToPath } from 'node:url';

let all = 0;

function place(columns, left, right) {
  if (columns === all) return 1;
  let solutions = 0;
  for (let free = all & ~(columns | left | right); free !== 0; free &= free - 1) {
    const queen = free & -free;
    solutions += place(columns | queen, (left | queen) << 1, (right | queen) >> 1);
  }
  return solutions;
}

/** All solutions of n queens, n from 0 to 30. */
export function count(n) {
  if (n < 2) return 1;
  all = (1 << n) - 1;
  let solutions = 0;
  for (let column = 0; column < n >> 1; column++) {
    const queen = 1 << column;
    solutions += 2 * place(queen, queen << 1, queen >> 1);
  }
  if (n % 2 === 0) return solutions;
  const queen = 1 << (n >> 1); // the middle column is its own mirror image: halve the second row instead
  for (let column = 0; column < (n >> 1) - 1; column++) {
    const second = 1 << column;
    solutions += 2 * place(queen | second, ((queen << 1) | second) << 1, ((queen >> 1) | second) >> 1);
  }
  return solutions;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(count(Number(process.argv[2])));
