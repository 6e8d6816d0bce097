import { readFileSync } from 'node:fs';

/** Returns the ids of the complete lines of a ledger file, in order. */
export function idsIn(file: string): string[] {
  const [, ...lines] = readFileSync(file, 'utf8').split('\n').slice(0, -1);
  return lines.map((line) => line.split(' ')[0] ?? '');
}

/** Returns the number of ids, or `duplicates` if an id is repeated. */
export function countOnce(ids: readonly string[]): number | 'duplicates' {
  return new Set(ids).size === ids.length ? ids.length : 'duplicates';
}
