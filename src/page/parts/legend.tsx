import type { ComponentChildren } from 'preact';

/** Colours of amounts, from the least to the most. */
export const SHADES = [0, 1, 2, 3, 4].map((shade) => `var(--shade-${shade})`);

/** Returns the index in SHADES for a place between the least amount (0) and the most (1). */
export function shadeAt(fraction: number): number {
  return Math.min(SHADES.length - 1, Math.floor(SHADES.length * fraction));
}

/** The shades, between the least and the largest amount. */
export function Legend({ least, most }: { readonly least: ComponentChildren; readonly most: ComponentChildren }) {
  return (
    <span class="legend">
      {least}
      {SHADES.map((shade) => (
        <i key={shade} style={{ background: shade }} />
      ))}
      {most}
    </span>
  );
}
