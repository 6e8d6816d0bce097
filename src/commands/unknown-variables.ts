import { DATABASE_VARIABLE } from '../cluster/database/database-url.js';
import { nearest } from './nearest.js';
import { variableOf } from './options.js';

const PREFIX = variableOf('');

/**
 * Says on stderr which variables QUEENS_PAR_... of the environment nothing reads: such a one may be misspelt.
 *
 * @param optionNames of all commands.
 */
export async function warnOfUnknownVariables(optionNames: readonly string[]): Promise<void> {
  const known = [...optionNames.map(variableOf), DATABASE_VARIABLE];
  const unknown = Object.keys(process.env).filter((name) => name.startsWith(PREFIX) && !known.includes(name));
  for (const name of unknown) {
    const near = await nearest(withoutPrefix(name), known.map(withoutPrefix));
    const hint = near ? `did you mean ${PREFIX}${near}?` : 'no option has that name';
    process.stderr.write(`queens-par: ${name} in the environment is left aside; ${hint}\n`);
  }
}

function withoutPrefix(variable: string): string {
  return variable.slice(PREFIX.length);
}
