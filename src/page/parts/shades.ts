/** Colours of amounts, from the least to the most. This file has no JSX, because the figures of a run need it, too. */
export const SHADES = [0, 1, 2, 3, 4].map((shade) => `var(--shade-${shade})`);

/** Returns the index in SHADES for a place between the least amount (0) and the most (1). */
export function shadeAt(fraction: number): number {
  return Math.min(SHADES.length - 1, Math.floor(SHADES.length * fraction));
}
