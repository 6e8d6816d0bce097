/** The minimum version of Node.js for the program and the library, as in package.json. */
const MIN_VERSION = [20, 19] as const;

/**
 * Explains that a version of Node.js is too old; returns undefined if it is not. The program calls this before it
 * loads anything else, so this file uses nothing that an old Node.js lacks.
 *
 * @param version such as `20.19.0`.
 */
export function explainUnsupportedNode(version: string): string | undefined {
  const [major, minor] = version.split('.').map(Number);
  const isOld = Number(major) < MIN_VERSION[0] || (Number(major) === MIN_VERSION[0] && Number(minor) < MIN_VERSION[1]);
  return isOld ? `queens-par needs Node.js ${MIN_VERSION.join('.')} or newer; this is v${version}` : undefined;
}
