/**
 * Replaces `Object.hasOwn` in the page's bundle, because a package calls it and Safari lacks it before 15.4. The
 * function is not in platform.ts, because that file imports the package.
 */
export function hasOwn(object: object, name: PropertyKey): boolean {
  return Object.getOwnPropertyDescriptor(object, name) !== undefined;
}
