/** How options are named: `planOf` in the code, `--plan-of` on the command line, QUEENS_PAR_PLAN_OF in the environment. */

/** What the variables of the environment begin with. */
export const PREFIX = 'QUEENS_PAR_';

/** The first word by which a shell asks how a line may go on: then come its name, and the words so far. */
export const ASKED = '__complete';

/** The option as it is typed: `--plan-of`. */
export function flagOf(option: string): string {
  return `--${kebab(option)}`;
}

/** The environment variable that gives the option its default. */
export function variableOf(option: string): string {
  return PREFIX + kebab(option).toUpperCase().replaceAll('-', '_');
}

/** `planOf` as `plan-of`. */
export function kebab(option: string): string {
  return option.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
