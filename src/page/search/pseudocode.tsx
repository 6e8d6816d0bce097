import type { SearchEvent } from '../../textbook/search.js';
import type { WatchedSolver } from './search-steps.js';

/** A line of pseudocode, with the kinds of steps that it executes. */
interface CodeLine {
  readonly text: string;
  readonly steps?: readonly SearchEvent['kind'][];
}

const CODE: Readonly<Record<WatchedSolver, readonly CodeLine[]>> = {
  'column-array': [
    { text: 'fill(row):' },
    { text: '  if row = n: a solution, return', steps: ['solution'] },
    { text: '  for each column, from 0 to n - 1:' },
    { text: '    if no queen above attacks it:', steps: ['tried'] },
    { text: '      columns[row] = column', steps: ['placed'] },
    { text: '      fill(row + 1)' },
    { text: '      remove columns[row]', steps: ['undone'] },
  ],
  'diagonal-flags': [
    { text: 'fill(row):' },
    { text: '  if row = n: a solution, return', steps: ['solution'] },
    { text: '  for each column, from 0 to n - 1:' },
    { text: '    if its column and diagonal flags are 0:', steps: ['tried'] },
    { text: '      place a queen, set the three flags', steps: ['placed'] },
    { text: '      fill(row + 1)' },
    { text: '      remove it, clear the three flags', steps: ['undone'] },
  ],
  bitmask: [
    { text: 'fill(row, columns, left, right):' },
    { text: '  if row = n: a solution, return', steps: ['solution'] },
    { text: '  free = all & ~(columns | left | right)', steps: ['masks'] },
    { text: '  while free is not 0:' },
    { text: '    queen = lowest bit of free', steps: ['tried'] },
    { text: '    free = free without queen' },
    { text: '    fill(row + 1, columns | queen,', steps: ['placed'] },
    { text: '         (left | queen) << 1, (right | queen) >> 1)', steps: ['placed'] },
    { text: '    continue here with the rest of free', steps: ['undone'] },
  ],
};

/** The pseudocode of a solver. The line of the last step is marked. */
export function Pseudocode({ solver, step }: { readonly solver: WatchedSolver; readonly step: SearchEvent['kind'] }) {
  return (
    <ol class="pseudocode" aria-label="Pseudocode of the solver">
      {CODE[solver].map(({ text, steps }) => (
        <li key={text} aria-current={steps?.includes(step) ? 'step' : undefined}>
          <code>{text}</code>
        </li>
      ))}
    </ol>
  );
}
