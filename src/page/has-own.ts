/**
 * Replaces `Object.hasOwn` in the bundle of the page: a package calls it, and Safari has it only since 15.4. The
 * function is not in platform.ts, because that file imports the package.
 */
export function hasOwn(object: object, name: PropertyKey): boolean {
  return Object.getOwnPropertyDescriptor(object, name) !== undefined;
}
