/** Formats results as JSON. docs/json.md describes the fields. */
import { visible } from './quoted.js';

/**
 * Formats a result as one line of JSON. Counts (bigint) become decimal strings, because most parsers lose digits above
 * 2^53.
 *
 * @param schema name and version, such as `count/1`. The version increases when a field is renamed or removed.
 */
export function asJson(schema: string, fields: object): string {
  return `${visible(JSON.stringify({ schema: `queens-par/${schema}`, ...fields }, decimal))}\n`;
}

/** Replaces a bigint with a decimal string, for JSON. Rounds fractions to nine digits, because the rest is noise. */
function decimal(_key: string, value: unknown): unknown {
  if (typeof value === 'bigint') return String(value);
  return typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(9)) : value;
}
