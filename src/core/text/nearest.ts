import { closestMatch } from 'leven';

/**
 * Finds the name most similar to a misspelled word, ignoring case: the only name that begins with it or the only one
 * that ends with it, a name with the same letters in another order, or a name that differs in at most two letters and
 * at most a third of the word.
 */
export function findNearest(word: string, candidates: readonly string[]): string | undefined {
  const lower = word.toLowerCase();
  const names = new Map(candidates.map((candidate) => [candidate.toLowerCase(), candidate]));
  const all = [...names.keys()];
  const longer = word.length > 1 ? all : []; // one letter matches too many names
  // leven counts two swapped letters as two changes, so cvs would be too far from csv.
  const reordered = all.find((name) => sortLetters(name) === sortLetters(lower));
  const maxDistance = Math.min(2, Math.floor(word.length / 3));
  const found =
    onlyOne(longer.filter((name) => name.startsWith(lower))) ??
    onlyOne(longer.filter((name) => name.endsWith(lower))) ??
    reordered ??
    closestMatch(lower, all, { maxDistance });
  return found === undefined ? undefined : names.get(found);
}

function onlyOne(names: readonly string[]): string | undefined {
  return names.length === 1 ? names[0] : undefined;
}

function sortLetters(word: string): string {
  return [...word].sort().join('');
}
