import { parseHeader } from '../../core/results/header.js';
import { addChecksum, deriveSeed, formatEntry, parseEntry } from '../../core/results/line.js';

/** Fraction of the counts that are changed. On average, it takes three recounts to find a changed one. */
export const FORGED = 1 / 3;

const MAX_CHANGE = 1000;

/**
 * Forges a ledger: changes about a third of its counts, drawn at random. Wrong counts come in pairs, one too small and
 * the other too large by the same amount, so the total is still right. The checksums are also right, so only a recount
 * can tell.
 *
 * @param text the contents of a ledger file whose subproblems all have the same weight.
 * @param random returns a number from 0 up to, but not including, 1.
 */
export function forgeLedger(text: string, random: () => number = Math.random): string {
  const [first = '', ...lines] = text.split('\n');
  const seed = deriveSeed(parseHeader(new TextEncoder().encode(`${first}\n`), 'ledger').planHash);
  const entries = lines.flatMap((line) => parseEntry(line, seed) ?? []);
  const chosen = entries
    .map((_, index) => index)
    .filter((index) => random() < FORGED && (entries[index]?.count ?? 0) > MAX_CHANGE);
  const changes = new Map<number, number>();
  for (let i = 0; i + 1 < chosen.length; i += 2) {
    const change = 1 + Math.floor(random() * MAX_CHANGE);
    changes.set(chosen[i] ?? 0, -change).set(chosen[i + 1] ?? 0, change);
  }
  const forged = entries.map((entry, index) => ({ ...entry, count: entry.count + (changes.get(index) ?? 0) }));
  return `${first}\n${forged.map((entry) => addChecksum(formatEntry(entry), seed)).join('')}`;
}
