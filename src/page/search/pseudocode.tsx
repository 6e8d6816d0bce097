import type { SearchEvent } from '../../textbook/search.js';

/** A line of pseudocode, with the kinds of steps that it executes. */
export interface CodeLine {
  readonly text: string;
  readonly steps?: readonly SearchEvent['kind'][];
}

/** The pseudocode of a solver. The line of the last step is marked. */
export function Pseudocode({ code, step }: { readonly code: readonly CodeLine[]; readonly step: SearchEvent['kind'] }) {
  return (
    <ol class="pseudocode" aria-label="Pseudocode of the solver">
      {code.map(({ text, steps }) => (
        <li key={text} aria-current={steps?.includes(step) ? 'step' : undefined}>
          <code>{text}</code>
        </li>
      ))}
    </ol>
  );
}
