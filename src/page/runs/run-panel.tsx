import type { ComponentChildren } from 'preact';
import { knownCount } from '../../board/known-counts.js';
import { unitOfWork } from '../../runs/progress.js';
import type { RunFigures, RunHeader, RunState } from '../../runs/run-update.js';
import { formatDate, formatMoment } from '../../text/dates.js';
import { formatSeconds } from '../../text/durations.js';
import { formatCount, formatRate, plural } from '../../text/numbers.js';
import { Figure, Problem } from '../parts/controls.js';
import { NotifyButton, percentOf } from './background.js';
import type { Followed } from './follow-run.js';
import { SubproblemMap } from './subproblem-map.js';

/** Names of the states of a run. */
const STATES: Readonly<Record<RunState, string>> = {
  counting: 'Counting',
  idle: 'Idle',
  stopped: 'Stopped',
  finished: 'Finished',
  failed: 'Failed',
  conflict: 'Conflict',
};

/** A panel with the results and the progress of a run, or with the reason why there are none. */
export function RunPanel(props: {
  readonly title: string;
  readonly followed: Followed;
  /** Buttons to control the run. */
  readonly controls?: ComponentChildren;
}) {
  const { title, controls } = props;
  const { update, problem } = props.followed;
  if (!update) {
    if (problem !== undefined) return <Problem>{problem}</Problem>;
    return <p role="status">Opening {title}. Making its plan may take some seconds.</p>;
  }
  const { header, figures } = update;
  const { state, algorithm } = figures;
  return (
    <section class="run" aria-label={title}>
      <Answer header={header} figures={figures} />
      <Problem>{problem ?? figures.problem}</Problem>
      <p class="row hint">
        <span class={`badge ${state}`} role="status">
          {STATES[state]}
        </span>
        {title}, algorithm {algorithm}
      </p>
      {state !== 'finished' && (
        <progress value={figures.fraction} max={1} aria-label="Finished fraction of the estimated work" />
      )}
      {(controls || state === 'counting') && (
        <div class="row controls">
          {controls}
          {state === 'counting' && <NotifyButton />}
        </div>
      )}
      <dl class="figures">
        {state === 'counting' && <TimeLeft figures={figures} />}
        <Figure name="subproblems">
          {formatCount(figures.finished)} of {formatCount(figures.subproblems)}
        </Figure>
        <Times figures={figures} />
      </dl>
      {state === 'idle' && <Idle header={header} figures={figures} />}
      {figures.subproblems > 0 && <SubproblemMap update={update} />}
    </section>
  );
}

/** The total of a finished run, beside the published value, or the finished percentage. */
function Answer({ header: { part }, figures }: { readonly header: RunHeader; readonly figures: RunFigures }) {
  const { n, state, count, agreement, fraction } = figures;
  if (state !== 'finished' || count === undefined) {
    const queens = `${plural(n, 'queen')}${part ? `, part ${part}` : ''}`;
    return (
      <p class="answer">
        <strong class="number">{percentOf(fraction)} %</strong> of {queens}
        {state === 'finished' && <span class="hint">Add up the parts with queens-par merge.</span>}
      </p>
    );
  }
  const known = knownCount(n);
  return (
    <p class={`answer ${agreement}`} role="status">
      <strong class="number">{formatCount(BigInt(count))}</strong> {count === '1' ? 'solution' : 'solutions'} of{' '}
      {plural(n, 'queen')}
      <span class="hint">
        {agreement === 'agrees' && 'The published count (OEIS A000170) is the same.'}
        {agreement === 'differs' &&
          `DIFFERENT from the published ${known}: please report this. queens-par audit finds wrong counts.`}
        {agreement === 'unknown' && 'No count is published for this n.'}
      </span>
    </p>
  );
}

/** The time left of a run, and the time of its end. */
function TimeLeft({ figures: { secondsLeft } }: { readonly figures: RunFigures }) {
  if (secondsLeft === undefined) return <Figure name="time left">not known yet</Figure>;
  return (
    <>
      <Figure name="time left">{formatSeconds(Math.ceil(secondsLeft))}</Figure>
      {secondsLeft > 60 && <Figure name="ends about">{formatMoment(Date.now() + 1000 * secondsLeft)}</Figure>}
    </>
  );
}

/** Time, rate and threads of a run. */
function Times({ figures }: { readonly figures: RunFigures }) {
  const { seconds, workPerSecond, threads, state, algorithm } = figures;
  return (
    <>
      <Figure name="counting time">{formatSeconds(seconds)}</Figure>
      {(workPerSecond !== undefined || state === 'counting') && (
        <Figure name={`${unitOfWork(algorithm)} a second`}>
          {workPerSecond === undefined ? 'not known yet' : formatRate(workPerSecond)}
        </Figure>
      )}
      {state === 'counting' && threads > 0 && <Figure name="threads">{formatCount(threads)}</Figure>}
    </>
  );
}

/** Since when a run has no results, the thread time that is left, and the command that goes on. */
function Idle({ header: { command }, figures }: { readonly header: RunHeader; readonly figures: RunFigures }) {
  const { changed, fraction, threadSeconds } = figures;
  return (
    <p>
      No result since {changed === undefined ? 'the start' : formatDate(changed)}.{' '}
      {fraction > 0 && `About ${formatSeconds((threadSeconds * (1 - fraction)) / fraction)} of thread time is left. `}
      {command && (
        <>
          If no process counts it, go on with: <code>{command}</code>
        </>
      )}
    </p>
  );
}
