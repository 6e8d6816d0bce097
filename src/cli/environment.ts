import { DATABASE_VARIABLE } from '../cluster/database/database-url.js';
import { nearest } from '../text/nearest.js';
import { PREFIX, variableOf } from './names.js';
import { everywhere } from './options.js';
import { allOptions } from './words.js';

/**
 * Warnings about variables QUEENS_PAR_... that no option reads: they may be misspelt.
 *
 * @returns a line for each.
 */
export function unknownVariables(env: NodeJS.ProcessEnv): string[] {
  const given = Object.keys(env).filter((name) => name.startsWith(PREFIX));
  if (given.length === 0) return [];
  const { help, version, ...defaults } = { ...allOptions, ...everywhere };
  const known = [...Object.keys(defaults).map(variableOf), DATABASE_VARIABLE];
  const unknown = given.filter((name) => !known.includes(name));
  return unknown.map((name) => {
    const near = nearest(withoutPrefix(name), known.map(withoutPrefix));
    const hint = near ? `did you mean ${PREFIX}${near}?` : 'no option has that name';
    return `${name} in the environment is ignored; ${hint}`;
  });
}

function withoutPrefix(variable: string): string {
  return variable.slice(PREFIX.length);
}
