import type { ComponentChildren } from 'preact';
import { SHADES } from './shades.js';

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
