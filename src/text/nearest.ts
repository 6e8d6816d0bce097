/** The name that a misspelt word is nearest to: half of its letters may differ, two at most. */
export async function nearest(word: string, candidates: readonly string[]): Promise<string | undefined> {
  const { closestMatch } = await import('leven');
  return closestMatch(word, candidates, { maxDistance: Math.min(2, Math.floor(word.length / 2)) });
}
