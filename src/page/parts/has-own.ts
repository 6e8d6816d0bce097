/**
 * Replaces `Object.hasOwn` in the page's bundle, because a package calls it and Safari before 15.4 lacks it.
 */
export function hasOwn(object: object, name: PropertyKey): boolean {
  return Object.getOwnPropertyDescriptor(object, name) !== undefined;
}
