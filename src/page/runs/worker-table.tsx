import { formatBriefly } from '../../report/durations.js';
import { formatCount } from '../../report/numbers.js';
import type { WorkerFigures } from '../../runs/run-update.js';

/** What each worker is doing. */
export function WorkerTable({ workers }: { readonly workers: readonly WorkerFigures[] }) {
  return (
    <div class="scroll">
      <table class="workers">
        <caption>Workers</caption>
        <thead>
          <tr>
            <th scope="col">worker</th>
            <th scope="col">subproblem</th>
            <th scope="col">for</th>
            <th scope="col">finished</th>
          </tr>
        </thead>
        <tbody>
          {workers.map(({ name, subproblem, milliseconds, finished }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>
                <code>{subproblem ?? 'resting'}</code>
              </td>
              <td>{subproblem === undefined ? '' : formatBriefly(Math.max(milliseconds, 0.001) / 1000)}</td>
              <td>{formatCount(finished)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
