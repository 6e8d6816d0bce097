import { useMemo } from 'preact/hooks';
import { planBitmask } from '../../plan/bitmask-plan.js';
import type { BitmaskSubproblem } from '../../plan/subproblem.js';
import { formatCount } from '../../text/numbers.js';
import { Choice, Field, range } from '../parts/controls.js';
import { isBelow, leadsTo, searchTree } from '../search/search-tree.js';
import { TreePicture } from '../search/tree-picture.js';
import { MiniHalf } from './half-pictures.js';
import { MOST_THREADS, NO_DETAIL, type StepProps } from './why-state.js';
import { schedule, type Task } from './work.js';

/** The plan's prefixes, the share of the tree below each, and threads that take them. */
export function SplitStep({ state: { n, depth, threads, prefix, detail }, change }: StepProps) {
  const tree = useMemo(() => searchTree(n), [n]);
  const plan = useMemo(() => planBitmask(n, depth), [n, depth]);
  const tasks = useMemo(() => schedule(plan, threads), [plan, threads]);
  const subproblems = [...plan.subproblems];
  const chosen = subproblems.find((one) => String(one.prefix) === String(prefix)) ?? subproblems[0];
  const all = tasks.reduce((sum, { start, end }) => sum + end - start, 0);
  const task = tasks.find(({ subproblem }) => subproblem.id === chosen?.id);
  const work = task ? task.end - task.start : 0;
  const inPlan = (columns: readonly number[]) =>
    subproblems.some(({ prefix }) => isBelow({ columns }, prefix) || leadsTo({ columns }, prefix));

  return (
    <>
      <div class="why-text">
        <p>
          Each way to place the first {depth === 1 ? 'queen' : `${depth} queens`}, a <em>prefix</em>, is a subproblem of
          its own: a thread that counts what is below it needs nothing from the others. The mirror images are left out
          (faint in the tree), and the others count twice. Choose a prefix to see its share.
        </p>
        <div class="fields">
          <Choice
            name="Rows in a prefix"
            value={depth}
            values={[1, 2]}
            onChoose={(rows) => change({ depth: rows, prefix: undefined, detail: NO_DETAIL })}
          />
          <Choice
            name="Threads"
            value={threads}
            values={range(1, MOST_THREADS)}
            onChoose={(count) => change({ threads: count, detail: NO_DETAIL })}
          />
        </div>
        <ul class="boards halves">
          {subproblems.map((one) => (
            <li key={one.id}>
              <button
                type="button"
                aria-pressed={one === chosen}
                aria-label={`prefix ${one.prefix.join(' ')}`}
                onClick={() => change({ prefix: one.prefix })}
              >
                <MiniHalf n={n} queens={one.prefix} />
              </button>
            </li>
          ))}
        </ul>
      </div>
      <div class="why-picture">
        <TreePicture
          tree={tree}
          lookOf={({ columns }) =>
            chosen && isBelow({ columns }, chosen.prefix) ? 'marked' : inPlan(columns) ? 'visited' : 'unvisited'
          }
          label={`Search tree of ${n} queens; the share of prefix ${chosen?.prefix.join(' ')} is marked`}
          caption={
            chosen
              ? `Below prefix ${chosen.prefix.join(' ')}: ${formatCount(work)} of ${formatCount(all)} queens, ${Math.round((100 * work) / all)} % of the work. Each solution there counts ${chosen.weight === 1 ? 'once' : 'twice'}.`
              : ''
          }
        />
        <Threads
          tasks={tasks}
          threads={threads}
          chosen={chosen}
          wanted={detail.time ?? 0}
          onTime={(time) => change({ detail: { time } })}
        />
      </div>
    </>
  );
}

const LANE = 26;
const WIDTH = 640;

/** Which thread counts which prefix, over time. */
function Threads(props: {
  readonly tasks: readonly Task[];
  readonly threads: number;
  readonly chosen: BitmaskSubproblem | undefined;
  /** The moment to show, in queens placed. */
  readonly wanted: number;
  readonly onTime: (time: number) => void;
}) {
  const { tasks, threads, chosen, wanted, onTime } = props;
  const end = Math.max(...tasks.map((task) => task.end));
  const time = Math.min(wanted, end);
  const scale = WIDTH / end;
  const underWay = tasks.filter((task) => task.start <= time && time < task.end);
  const finished = tasks.filter((task) => task.end <= time);
  const now = `Time ${formatCount(time)} of ${formatCount(end)}: ${underWay.map(({ thread, subproblem }) => `thread ${thread + 1} counts ${subproblem.prefix.join(' ')}`).join(', ') || 'all is counted'}; ${finished.length} of ${tasks.length} finished`;
  return (
    <>
      <svg class="lanes" viewBox={`0 0 ${WIDTH} ${threads * LANE}`} role="img" aria-label={now}>
        {tasks.map((task) => (
          <rect
            key={task.subproblem.id}
            class={[
              'task',
              task.end <= time ? 'finished' : task.start <= time ? 'counting' : '',
              task.subproblem.id === chosen?.id ? 'chosen' : '',
            ].join(' ')}
            x={task.start * scale + 1}
            y={task.thread * LANE + 2}
            width={Math.max(1, (task.end - task.start) * scale - 2)}
            height={LANE - 4}
            rx={3}
          />
        ))}
        <line class="now" x1={time * scale} x2={time * scale} y1={0} y2={threads * LANE} />
      </svg>
      <Field name={now} isWide>
        {(id) => (
          <input
            id={id}
            type="range"
            min={0}
            max={end}
            value={time}
            onInput={(event) => onTime(Number(event.currentTarget.value))}
          />
        )}
      </Field>
    </>
  );
}
