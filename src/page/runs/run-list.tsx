import type { RunFigures, RunState, RunSummary } from '../../runs/run-update.js';
import { formatCount, plural } from '../../text/numbers.js';
import { scrollWithin } from '../parts/controls.js';
import { percentOf } from './background.js';
import { formatDate } from './dates.js';
import { STATES } from './run-panel.js';

/** The identity of a run: its source and its name. */
export type RunKey = Pick<RunSummary, 'source' | 'name'>;

export function keyOf({ source, name }: RunKey): string {
  return `${source}/${name}`;
}

/** Sorts runs: first those that are being counted, last those that are finished. Keeps the order of the others. */
function byState(runs: readonly RunSummary[]): readonly RunSummary[] {
  const rank = (state: RunState) => (state === 'counting' ? 0 : state === 'finished' ? 2 : 1);
  return [...runs].sort((a, b) => rank(a.state) - rank(b.state));
}

/** A list of runs to choose from. */
export function RunList(props: {
  readonly runs: readonly RunSummary[];
  readonly chosen: RunKey | undefined;
  /** Newer figures of the chosen run, if it is followed. */
  readonly figures: RunFigures | undefined;
  readonly onChoose: (run: RunKey) => void;
}) {
  const { chosen, figures, onChoose } = props;
  const isChosen = (run: RunKey) => chosen !== undefined && keyOf(run) === keyOf(chosen);
  return (
    <ul class="run-list">
      {byState(props.runs).map((listed) => {
        const run = isChosen(listed) ? { ...listed, ...figures } : listed;
        return (
          <li key={keyOf(run)}>
            <button
              type="button"
              {...(isChosen(run) && { ref: scrollWithin })}
              aria-pressed={isChosen(run)}
              onClick={() => onChoose(run)}
            >
              <strong>{plural(run.n, 'queen')}</strong>
              <span class={`badge ${run.state}`}>{STATES[run.state]}</span>
              <span class="facts">{run.name}</span>
              <span class="facts">
                {progressOf(run)}
                {run.changed !== undefined && (
                  <time dateTime={new Date(run.changed).toISOString()}>{formatDate(run.changed)}</time>
                )}
              </span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}

function progressOf({ subproblems, finished, fraction, part }: RunSummary): string {
  const ofPart = part ? `part ${part}, ` : '';
  if (fraction !== undefined) return `${ofPart}${percentOf(fraction)} %`;
  return `${ofPart}${formatCount(finished)} of ${plural(subproblems, 'subproblem')}`;
}
