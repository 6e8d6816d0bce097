import { formatCount, plural } from '../../core/text/numbers.js';
import { Range, range } from '../parts/controls.js';
import { useHasChanged, useOnce } from '../parts/use-once.js';
import { MAX_CORES, type SmallSubproblem, SUBPROBLEMS_OF_11 } from './published.js';

const MIDDLE_COLUMN = 6;

/** The work of all subproblems: the time of one core, and the length of a lane. */
const TOTAL = SUBPROBLEMS_OF_11.reduce((sum, { work }) => sum + work, 0);
const SOLUTIONS = SUBPROBLEMS_OF_11.reduce((sum, { solutions }) => sum + solutions, 0);

/** A subproblem on a core. Times are amounts of work. */
interface Block extends SmallSubproblem {
  /** Column of the queen in the middle row, from 1. */
  readonly column: number;
  readonly start: number;
}

/**
 * Divides the subproblems among cores: the longest first, each to the first free core. Returns the blocks of each
 * core.
 */
function divide(cores: number): readonly (readonly Block[])[] {
  const lanes = range(1, cores).map(() => ({ end: 0, blocks: [] as Block[] }));
  const columns = SUBPROBLEMS_OF_11.map((one, index) => ({ ...one, column: MIDDLE_COLUMN + index }));
  for (const one of columns.sort((a, b) => b.work - a.work)) {
    const free = lanes.reduce((first, lane) => (lane.end < first.end ? lane : first));
    free.blocks.push({ ...one, start: free.end });
    free.end += one.work;
  }
  return lanes.map(({ blocks }) => blocks);
}

/**
 * The subproblems of 11 queens as blocks, in a lane for each core. A block's length is its time. The blocks play when
 * the number of cores changes.
 */
export function Lanes({ cores, onChoose }: { readonly cores: number; readonly onChoose: (cores: number) => void }) {
  const lanes = divide(cores);
  const end = Math.max(...lanes.flat().map(({ start, work }) => start + work));
  const speed = cores === 1 ? 'One after the other' : `${(TOTAL / end).toFixed(1)} times as fast`;
  const isFirstVisit = useOnce('the lanes');
  const hasChanged = useHasChanged(cores);
  return (
    <>
      <h2>Cores share the work</h2>
      <p>
        A <i>subproblem</i> fixes the queen in the middle row, and needs nothing from the others. In 11 columns she has
        6 places, because the other 5 are mirror images. <b>Drag to 6&nbsp;cores.</b>
      </p>
      <Range name="Cores" min={1} max={MAX_CORES} value={cores} onChoose={onChoose} />
      <p role="status">
        <strong>{speed}</strong>, and always {plural(SOLUTIONS, 'solution')}.
      </p>
      <ol
        key={cores}
        class={isFirstVisit || hasChanged ? 'lanes moving' : 'lanes'}
        aria-label="Subproblems on the cores"
      >
        {lanes.map((blocks, lane) => (
          <li key={lane}>
            <ul aria-label={`Core ${lane + 1}`}>
              {blocks.map(({ column, solutions, work, start }) => (
                <li
                  key={column}
                  style={{ '--start': start / TOTAL, '--work': work / TOTAL }}
                  title={`Queen in column ${column}: ${plural(solutions, 'solution')}`}
                >
                  {work > 0 && formatCount(solutions)}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
    </>
  );
}
