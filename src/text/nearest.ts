import { closestMatch } from 'leven';

/**
 * Finds the most similar name for a misspelt word: the only name that begins with it, a name with the same letters in
 * another order, or a name that differs in at most two letters and in at most half of the word.
 */
export function nearest(word: string, candidates: readonly string[]): string | undefined {
  // leven counts two swapped letters as two changes, so cvs would be too far from csv.
  const reordered = candidates.find((candidate) => lettersOf(candidate) === lettersOf(word));
  const longer = word.length > 1 ? candidates.filter((candidate) => candidate.startsWith(word)) : [];
  if (longer.length === 1) return longer[0];
  return reordered ?? closestMatch(word, candidates, { maxDistance: Math.min(2, Math.floor(word.length / 2)) });
}

function lettersOf(word: string): string {
  return [...word].sort().join('');
}
