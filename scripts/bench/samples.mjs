// For scripts that measure single subproblems: the kernels, compiled as the program compiles them, and a random order that
// is the same each time, so that two runs measure the same.
import { compileKernel } from '../../dist/workers/compile-kernel.js';
import { makeKernel } from '../../dist/workers/kernels.js';

let state = 1;

/** The fast kernel of an algorithm. @param {'bitmask' | 'meet'} algorithm */
export function fastKernel(algorithm) {
  return makeKernel(compileKernel(algorithm, 'fast'));
}

/** Shuffles in place, and returns the same array. */
export function shuffled(items) {
  for (let i = items.length - 1; i > 0; i--) {
    const j = random(i + 1);
    [items[i], items[j]] = [items[j], items[i]];
  }
  return items;
}

/** A whole number from 0 to below - 1. */
export function random(below) {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return Math.floor((state / 2 ** 32) * below);
}
