import type { SolverName } from '../../textbook/solver-names.js';
import { MaskTable } from './mask-table.js';
import type { SearchFrame } from './search-frames.js';

/** What the solver keeps in mind, beside the masks: its array, or its flags. */
export function SolverState(props: { readonly n: number; readonly solver: SolverName; readonly frame: SearchFrame }) {
  const { n, solver, frame } = props;
  const { queens } = frame;
  return (
    <>
      {solver === 'column-array' && (
        <p class="state">
          columns = <code>[{queens.map(([, col]) => col).join(', ')}]</code>
        </p>
      )}
      {solver === 'diagonal-flags' && (
        <dl class="state">
          <Flags name="columns" length={n} taken={queens.map(([, col]) => col)} />
          <Flags name="dales \" length={2 * n - 1} taken={queens.map(([row, col]) => row - col + n - 1)} />
          <Flags name="hills /" length={2 * n - 1} taken={queens.map(([row, col]) => row + col)} />
        </dl>
      )}
      <MaskTable n={n} frame={frame} />
    </>
  );
}

/** A row of flags, the first one at the left: 1 where a queen holds the line. */
function Flags(props: { readonly name: string; readonly length: number; readonly taken: readonly number[] }) {
  const { name, length, taken } = props;
  const flags = Array.from({ length }, (_, i) => (taken.includes(i) ? '1' : '0')).join('');
  return (
    <div>
      <dt>{name}</dt>
      <dd class="bits">{flags}</dd>
    </div>
  );
}
