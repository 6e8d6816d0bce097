/** The least version of Node.js that the program and the library need, as in package.json. */
const LEAST = [20, 19] as const;

/**
 * Returns why a version of Node.js is too old; undefined if it is not. Program and library ask this before they load
 * anything else, so this file uses nothing that an old Node.js lacks.
 *
 * @param version such as `20.19.0`.
 */
export function unsupportedNode(version: string): string | undefined {
  const [major, minor] = version.split('.').map(Number);
  const isOld = Number(major) < LEAST[0] || (Number(major) === LEAST[0] && Number(minor) < LEAST[1]);
  return isOld ? `queens-par needs Node.js ${LEAST.join('.')} or newer; this is v${version}` : undefined;
}
