import { closestMatch } from 'leven';

/**
 * Finds the most similar name for a misspelt word, without regard to case: the only name that begins with it, a name
 * with the same letters in another order, or a name that differs in at most two letters and in at most a third of the
 * word.
 */
export function nearest(word: string, candidates: readonly string[]): string | undefined {
  const lower = word.toLowerCase();
  const names = new Map(candidates.map((candidate) => [candidate.toLowerCase(), candidate]));
  const longer = [...names.keys()].filter((name) => word.length > 1 && name.startsWith(lower));
  // leven counts two swapped letters as two changes, so cvs would be too far from csv.
  const reordered = [...names.keys()].find((name) => lettersOf(name) === lettersOf(lower));
  const maxDistance = Math.min(2, Math.floor(word.length / 3));
  const [only] = longer.length === 1 ? longer : [reordered ?? closestMatch(lower, [...names.keys()], { maxDistance })];
  return only === undefined ? undefined : names.get(only);
}

function lettersOf(word: string): string {
  return [...word].sort().join('');
}
