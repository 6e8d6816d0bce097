import { closestMatch } from 'leven';

/**
 * Finds the name that a misspelt word is nearest to: of the same letters in another order, or the only one that begins
 * with it, or else with half of its letters changed at most, and no more than two.
 */
export function nearest(word: string, candidates: readonly string[]): string | undefined {
  // By itself leven takes two letters in the wrong order for two changes: cvs would be too far from csv.
  const reordered = candidates.find((candidate) => lettersOf(candidate) === lettersOf(word));
  const longer = word.length > 1 ? candidates.filter((candidate) => candidate.startsWith(word)) : [];
  if (longer.length === 1) return longer[0];
  return reordered ?? closestMatch(word, candidates, { maxDistance: Math.min(2, Math.floor(word.length / 2)) });
}

function lettersOf(word: string): string {
  return [...word].sort().join('');
}
