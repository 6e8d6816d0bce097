/**
 * The page's requirements of a browser. docs/page.md names the browsers that meet them. This list is short, because the
 * types of src/page/tsconfig.json reject newer features of the language.
 */

/** Bytes of a small WebAssembly module with a SIMD instruction (from the package wasm-feature-detect). */
const SIMD = [
  ...[0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0],
  ...[253, 15, 253, 98, 11],
];

/** The features that every view needs, each with a test for it. */
const FEATURES: readonly (readonly [name: string, isSupported: () => boolean])[] = [
  ['Array.prototype.at', () => 'at' in Array.prototype],
  ['String.prototype.replaceAll', () => 'replaceAll' in String.prototype],
  ['aspect-ratio in CSS', () => CSS.supports('aspect-ratio', '1')],
  ['color-mix() in CSS', () => CSS.supports('color', 'color-mix(in srgb, red, blue)')],
];

/** Checks whether this browser can show the page. @returns a sentence on the missing feature; undefined if it can. */
export function checkBrowser(): string | undefined {
  const lack = FEATURES.find(([, isSupported]) => !isSupported())?.[0];
  if (!lack) return undefined;
  const advice = 'Use Safari 16.4, Chrome or Edge 111, Firefox 115, or a newer browser.';
  return `This browser is too old for the page, because it lacks ${lack}. ${advice}`;
}

/** Checks whether this browser can count. @returns a sentence on what it lacks; undefined if it can. */
export function checkCounting(): string | undefined {
  const lack =
    typeof WebAssembly === 'undefined'
      ? 'WebAssembly, which is switched off or missing (Lockdown Mode switches it off)'
      : WebAssembly.validate(new Uint8Array(SIMD))
        ? undefined
        : 'the SIMD instructions of WebAssembly';
  return lack && `This browser cannot count, because it lacks ${lack}. The other views work without it.`;
}
