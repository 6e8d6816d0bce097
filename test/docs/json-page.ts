import { readFileSync } from 'node:fs';

const page = readFileSync(new URL('../../docs/json.md', import.meta.url), 'utf8');

/** The examples in docs/json.md, each with a command's arguments and the object that the command prints. */
export const examples = [...page.matchAll(/^## `queens-par ([^\n]*)`\n\n```json\n(.*?)^```$/gms)].map(
  ([, args = '', json = '']) => ({ args, output: JSON.parse(json) }),
);

/** The words in backticks outside the examples, which are the words that the page explains. */
export const explained = new Set(
  [...page.replaceAll(/^```.*?^```$/gms, '').matchAll(/`([^`]+)`/g)].map(([, word]) => word),
);

/** Returns the path and type of each field in a JSON value, such as `boards[].times[].way: string`. */
export function fieldsOf(value: unknown, path = ''): string[] {
  if (Array.isArray(value)) return [...new Set(value.flatMap((element) => fieldsOf(element, `${path}[]`)))].sort();
  if (typeof value !== 'object' || value === null) return [`${path}: ${typeof value}`];
  return Object.entries(value)
    .flatMap(([name, field]) => fieldsOf(field, path === '' ? name : `${path}.${name}`))
    .sort();
}
