import { useEffect, useMemo, useState } from 'preact/hooks';
import { formatCount } from '../../text/numbers.js';
import { Problem } from '../parts/controls.js';
import { type Measurements, TimePlot } from './time-plot.js';
import type { StepProps } from './why-state.js';
import { waysToCount } from './work.js';

/** What four ways cost for this n, and what was measured for larger ones. */
export function CostStep({ state: { n } }: StepProps) {
  const ways = useMemo(() => waysToCount(n), [n]);
  const most = Math.max(...ways.map(({ steps }) => steps));
  const [measurements, setMeasurements] = useState<Measurements>();
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    fetch('measurements.json')
      .then((response) => (response.ok ? response.json() : Promise.reject(new Error(String(response.status)))))
      .then(setMeasurements, () => setProblem('The measurements cannot be loaded.'));
  }, []);

  return (
    <>
      <div class="why-text">
        <p>Four ways to count {n} queens, in steps:</p>
        <table class="ways">
          <thead>
            <tr>
              <th scope="col">way</th>
              <th scope="col">steps</th>
              <th scope="col">
                <span class="unseen">as a bar</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {ways.map(({ name, unit, steps }) => (
              <tr key={name}>
                <th scope="row">
                  {name} <span class="meaning">{unit}</span>
                </th>
                <td>{formatCount(steps)}</td>
                <td>
                  <svg class="bar-of" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
                    <rect width={(100 * steps) / most} height={8} />
                  </svg>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        <p>
          Symmetry saves again, up to a factor of eight, with halves too; that is not counted here. On small boards the
          lists are so short that 128 at once gains little. For n = 16 there are 12,870 column sets with some 1,200
          halves each: the lists have as many halves as there are solutions, and no search is needed to make them. The
          program counts by backtracking up to n = 13, and by two halves from there.
        </p>
      </div>
      <div class="why-picture">
        <Problem>{problem}</Problem>
        {measurements && <TimePlot measurements={measurements} />}
      </div>
    </>
  );
}
