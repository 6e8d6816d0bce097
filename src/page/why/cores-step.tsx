import { formatBriefly } from '../../core/text/durations.js';
import { formatCount, plural } from '../../core/text/numbers.js';
import { Range, range } from '../parts/controls.js';
import { MAX_CORES, MAX_N, SECONDS_ON_ONE_CORE, SECONDS_ON_TWO_CORES, SUBPROBLEMS_OF_11 } from './published.js';
import type { StepProps } from './why-state.js';

/** The work of all subproblems: the time that one core needs, and the length of a lane. */
const TOTAL = SUBPROBLEMS_OF_11.reduce((sum, { work }) => sum + work, 0);
const SOLUTIONS = SUBPROBLEMS_OF_11.reduce((sum, { solutions }) => sum + solutions, 0);

/**
 * Divides the subproblems among cores: the longest first, each to the first free core. Returns each core's blocks with
 * their start times, in units of work.
 */
function divide(cores: number) {
  const ends = range(1, cores).map(() => 0);
  const longestFirst = [...SUBPROBLEMS_OF_11].sort((a, b) => b.work - a.work);
  const blocks = longestFirst.map((one) => {
    const start = Math.min(...ends);
    const core = ends.indexOf(start);
    ends[core] = start + one.work;
    return { ...one, start, core };
  });
  return ends.map((_, core) => blocks.filter((block) => block.core === core));
}

/**
 * Divides the work among processor cores: a lane for each core, with the subproblems of 11 queens as blocks. A block's
 * length shows its time.
 */
export function CoresStep({ state: { cores }, change, heading }: StepProps) {
  const lanes = divide(cores);
  const end = Math.max(...lanes.flat().map(({ start, work }) => start + work));
  const speed = cores === 1 ? 'One after the other' : `${(TOTAL / end).toFixed(1)} times as fast`;
  return (
    <>
      <div class="say">
        {heading}
        <p>
          Each block is a <i>subproblem</i>: the queen in the middle row has a fixed place, so the block can be counted
          without the others. For 11 queens, 6 places are enough, because the other 5 are mirror images.{' '}
          {cores < MAX_CORES && <b>Drag to {MAX_CORES}&nbsp;cores.</b>}
        </p>
        <Range name="Cores" min={1} max={MAX_CORES} value={cores} onChoose={(to) => change({ cores: to })} />
        <p class="total" role="status">
          <strong class="number">{speed}</strong>
          <br />
          and always {plural(SOLUTIONS, 'solution')}
        </p>
        <p class="after">
          On one core, {MAX_N} queens take {formatBriefly(SECONDS_ON_ONE_CORE)}; on two cores,{' '}
          {formatBriefly(SECONDS_ON_TWO_CORES)}.
        </p>
      </div>
      <div class="show">
        <ol class="lanes" aria-label="Subproblems on the cores">
          {lanes.map((blocks, lane) => (
            <li key={lane}>
              <ul aria-label={`Core ${lane + 1}`}>
                {blocks.map(({ solutions, work, start }) => (
                  <li
                    key={solutions}
                    class={work === 0 ? 'none' : undefined}
                    style={{ '--start': start / TOTAL, '--work': work / TOTAL }}
                  >
                    {formatCount(solutions)}
                  </li>
                ))}
              </ul>
            </li>
          ))}
        </ol>
        <p class="hint">Each block shows its number of solutions, and its length shows the time.</p>
        <details>
          <summary>Why does one block count 0?</summary>
          <p>
            A solution and its turned and mirrored images are counted in one block: that of the image whose middle queen
            stands farthest out. In the block that counts 0, she would stand next to the middle square. A quarter turn
            moves the middle column's queen into the middle row. If that queen also stood next to the middle, the two
            would attack each other, so she stands farther out, in another block.
          </p>
        </details>
      </div>
    </>
  );
}
