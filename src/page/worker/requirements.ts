/** What the page needs of a browser. docs/page.md lists the browsers that have it. */
import { hasSimd } from '../../../workers/simd.js';

/** Returns a sentence on what keeps this browser from showing the page; undefined if nothing does. */
export function findPageObstacle(): string | undefined {
  // Of the features that every view needs, this one is the newest.
  if (CSS.supports('color', 'color-mix(in srgb, red, blue)')) return undefined;
  const advice = 'Use Safari 16.4, Chrome or Edge 111, Firefox 115, or a newer browser.';
  return `This browser is too old for the page, because it lacks color-mix() in CSS. ${advice}`;
}

/** Returns a sentence on what keeps this browser from counting; undefined if nothing does. */
export function findCountObstacle(): string | undefined {
  const reason =
    typeof WebAssembly === 'undefined'
      ? ', because it lacks WebAssembly (Lockdown Mode, for example, switches it off)'
      : !hasSimd()
        ? ', because it lacks the SIMD instructions of WebAssembly'
        : !canCompile()
          ? " here, because the server's policy forbids WebAssembly ('wasm-unsafe-eval')"
          : undefined;
  return reason && `This browser cannot count${reason}. The rest of the page works.`;
}

/** Returns whether an empty module compiles. A policy can forbid that, but not `WebAssembly.validate`. */
function canCompile(): boolean {
  try {
    new WebAssembly.Module(Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0)); // the magic number and the version
    return true;
  } catch {
    return false;
  }
}
