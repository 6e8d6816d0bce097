import { useState } from 'preact/hooks';
import type { RunFigures, RunSummary } from '../../runs/run-update.js';
import { formatCount, plural } from '../../text/numbers.js';
import { Field, scrollWithin } from '../parts/controls.js';
import { percentOf, STATES } from './run-panel.js';

/** The identity of a run: its source and its name. */
export type RunKey = Pick<RunSummary, 'source' | 'name'>;

export function keyOf({ source, name }: RunKey): string {
  return `${source}/${name}`;
}

/** Returns the title of a run: its name, and its source unless the source is a file. */
export function titleOf({ source, name }: RunKey): string {
  return source === 'count' ? `count ${name} on this server` : source === 'cluster' ? `${name} of the cluster` : name;
}

/** Writes dates like `2026-11-23 18:04`. */
const DATE = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short' });

/** Least number of runs for which the list has a filter. */
const LEAST_WITH_FILTER = 5;

/** A list of runs to choose from. The filter searches all words that the list shows. */
export function RunList(props: {
  readonly runs: readonly RunSummary[];
  readonly chosen: RunKey | undefined;
  /** Newer figures of the chosen run, if it is followed. */
  readonly figures: RunFigures | undefined;
  readonly onChoose: (run: RunKey) => void;
}) {
  const { chosen, figures, onChoose } = props;
  const [filter, setFilter] = useState('');
  const isChosen = (run: RunKey) => chosen !== undefined && keyOf(run) === keyOf(chosen);
  const runs = props.runs.map((run) => (isChosen(run) ? { ...run, ...figures } : run));
  const shown = runs.filter((run) => matches(run, filter));
  return (
    <>
      {runs.length >= LEAST_WITH_FILTER && (
        <Field name={`Filter ${formatCount(runs.length)} runs`}>
          {(id) => (
            <input
              id={id}
              type="search"
              placeholder="finished 18 queens"
              value={filter}
              onInput={(event) => setFilter(event.currentTarget.value)}
            />
          )}
        </Field>
      )}
      {shown.length === 0 && runs.length > 0 && <p class="hint">No run has all of these words.</p>}
      <ul class="run-list">
        {shown.map((run) => (
          <li key={keyOf(run)}>
            <button
              type="button"
              {...(isChosen(run) && { ref: scrollWithin })}
              aria-pressed={isChosen(run)}
              onClick={() => onChoose(run)}
            >
              <strong>{plural(run.n, 'queen')}</strong>
              <span class={`badge ${run.state}`}>{STATES[run.state]}</span>
              <span class="facts">{titleOf(run)}</span>
              <span class="facts">
                {progressOf(run)}
                {run.changed !== undefined && (
                  <time dateTime={new Date(run.changed).toISOString()}>{DATE.format(run.changed)}</time>
                )}
              </span>
              {run.fraction !== undefined && <progress value={run.fraction} max={1} aria-hidden="true" />}
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Returns whether each word of a filter begins a word of a run. Numbers must be equal. */
function matches(run: RunSummary, filter: string): boolean {
  const shown = textOf(run).toLowerCase().split(/\s+/);
  const wanted = filter.toLowerCase().split(/\s+/);
  return wanted.every((word) => shown.some((one) => (/^\d+$/.test(word) ? one === word : one.startsWith(word))));
}

/** Returns all words that the list shows for a run. */
function textOf(run: RunSummary): string {
  const { n, state, changed, algorithm } = run;
  const date = changed === undefined ? '' : DATE.format(changed);
  return [plural(n, 'queen'), STATES[state], titleOf(run), algorithm, progressOf(run), date].join(' ');
}

function progressOf({ subproblems, finished, fraction, part }: RunSummary): string {
  const ofPart = part ? `part ${part}, ` : '';
  if (fraction !== undefined) return `${ofPart}${percentOf(fraction)} %`;
  return `${ofPart}${formatCount(finished)} of ${plural(subproblems, 'subproblem')}`;
}
