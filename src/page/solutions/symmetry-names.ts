import { type Symmetry, symmetries } from '../../board/symmetries.js';

const NAMES = [
  'Identity',
  'Quarter turn',
  'Half turn',
  'Quarter turn back',
  'Mirror left to right',
  'Mirror at the / diagonal',
  'Mirror top to bottom',
  'Mirror at the \\ diagonal',
] as const;

/** The eight symmetries of the square, each with what people call it. */
export const namedSymmetries: readonly { readonly name: string; readonly apply: Symmetry }[] = symmetries.map(
  (apply, index) => ({ name: NAMES[index] ?? '', apply }),
);
