import { readFileSync } from 'node:fs';

/** Ids of the whole lines of a ledger file, in order; none if it has not been begun. */
export function idsIn(file: string): string[] {
  const [, ...lines] = readFileSync(file, 'utf8').split('\n').slice(0, -1);
  return lines.map((line) => line.split(' ')[0] ?? '');
}

/** How many ids there are, if each is there once. */
export function countOnce(ids: readonly string[]): number | 'doubles' {
  return new Set(ids).size === ids.length ? ids.length : 'doubles';
}
