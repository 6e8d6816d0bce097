/** Colours of amounts, from the least to the most. */
export const SHADES = [0, 1, 2, 3, 4].map((shade) => `var(--shade-${shade})`);
