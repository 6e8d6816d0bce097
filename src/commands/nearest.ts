/** At most so many letters may differ for a name to be suggested. */
const FARTHEST = 2;

/** The name that a misspelt word is nearest to: less than half of its letters may differ. */
export async function nearest(word: string, candidates: readonly string[]): Promise<string | undefined> {
  const { closestMatch } = await import('leven');
  return closestMatch(word, candidates, { maxDistance: Math.min(FARTHEST, Math.ceil(word.length / 2) - 1) });
}
