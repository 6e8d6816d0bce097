import type { WorkerFigures } from '../../runs/run-update.js';
import { formatBriefly } from '../../text/durations.js';
import { formatCount } from '../../text/numbers.js';

/** What each worker is doing. */
export function WorkerTable({ workers }: { readonly workers: readonly WorkerFigures[] }) {
  return (
    <div class="scroll">
      <table class="workers">
        <caption>Workers</caption>
        <thead>
          <tr>
            <th scope="col">worker</th>
            <th scope="col">{workers.some(({ note }) => note) ? 'state' : 'subproblem'}</th>
            <th scope="col">for</th>
            <th scope="col">finished</th>
          </tr>
        </thead>
        <tbody>
          {workers.map(({ name, subproblem, note, milliseconds, finished }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{note ?? <code>{subproblem ?? 'resting'}</code>}</td>
              <td>{milliseconds > 0 ? formatBriefly(milliseconds / 1000) : ''}</td>
              <td>{formatCount(finished)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
