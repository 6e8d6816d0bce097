/**
 * What the page needs of a browser. docs/page.md names the browsers that have it. The types of src/page/tsconfig.json
 * refuse newer features of the language, so this list is short.
 */

/** Bytes of a small WebAssembly module with a SIMD instruction, from the package wasm-feature-detect. */
const SIMD = [
  ...[0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0],
  ...[253, 15, 253, 98, 11],
];

/** The features that every view needs, and whether this browser has them. */
const FEATURES: readonly (readonly [name: string, isHere: () => boolean])[] = [
  ['Array.prototype.at', () => 'at' in Array.prototype],
  ['String.prototype.replaceAll', () => 'replaceAll' in String.prototype],
  ['aspect-ratio in CSS', () => CSS.supports('aspect-ratio', '1')],
  ['color-mix() in CSS', () => CSS.supports('color', 'color-mix(in srgb, red, blue)')],
];

/** Says in one sentence which feature the browser lacks to show the page; undefined if it lacks none. */
export function lackForPage(): string | undefined {
  const lack = FEATURES.find(([, isHere]) => !isHere())?.[0];
  return (
    lack &&
    `This browser is too old for the page, because it lacks ${lack}: use Safari 16.4, Chrome or Edge 111, Firefox 115, or newer.`
  );
}

/** Says in one sentence what the browser lacks to count; undefined if it lacks nothing. */
export function lackForCounting(): string | undefined {
  const lack =
    typeof WebAssembly === 'undefined'
      ? 'WebAssembly, which is switched off or missing (Lockdown Mode switches it off)'
      : WebAssembly.validate(new Uint8Array(SIMD))
        ? undefined
        : 'the SIMD instructions of WebAssembly';
  return lack && `This browser cannot count, because it lacks ${lack}. The other views work without it.`;
}
