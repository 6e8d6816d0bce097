/** The environment variable that sets the default for `--threads`. */
export const THREADS_VARIABLE = 'QUEENS_PAR_THREADS';

/** The environment variable that holds the URL of a cluster's database, password included. */
export const DATABASE_VARIABLE = 'QUEENS_PAR_DATABASE_URL';

const VARIABLES = [THREADS_VARIABLE, DATABASE_VARIABLE];

/** Returns a warning for each unknown variable with the prefix QUEENS_PAR_, because it may be misspelled. */
export function findUnknownVariables(env: NodeJS.ProcessEnv): string[] {
  const unknown = Object.keys(env).filter((name) => name.startsWith('QUEENS_PAR_') && !VARIABLES.includes(name));
  const known = VARIABLES.join(' and ');
  return unknown.map((name) => `${name} in the environment is ignored; this program reads only ${known}`);
}
