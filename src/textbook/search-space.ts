/** How many boards there are to look at, by how much is known of the queens beforehand. Exact for every n from 0. */
export interface SearchSpace {
  /** As people write it, for instance `C(64, 8)`. */
  formula(n: number): string;
  size(n: number): bigint;
}

/** Any n of the n * n cells. */
export const anyCells: SearchSpace = {
  formula: (n) => `C(${n * n}, ${n})`,
  size: (n) => fallingProduct(n * n, n) / fallingProduct(n, n),
};

/** One queen a row. */
export const oneEachRow: SearchSpace = {
  formula: (n) => `${n}^${n}`,
  size: (n) => BigInt(n) ** BigInt(n),
};

/** One queen a row and one a column. */
export const oneEachRowAndColumn: SearchSpace = {
  formula: (n) => `${n}!`,
  size: (n) => fallingProduct(n, n),
};

/** The falling factorial: top * (top - 1) * ..., with the given number of factors. */
function fallingProduct(top: number, factors: number): bigint {
  let product = 1n;
  for (let i = 0; i < factors; i++) product *= BigInt(top - i);
  return product;
}
