import type { ComponentChildren } from 'preact';
import { knownCount } from '../../board/known-counts.js';
import { unitOfWork } from '../../runs/progress.js';
import type { RunFigures, RunHeader, RunState } from '../../runs/run-update.js';
import { formatSeconds } from '../../text/durations.js';
import { formatCount, formatRate, plural } from '../../text/numbers.js';
import { Figure, Problem } from '../parts/controls.js';
import { NotifyButton, percentOf } from './background.js';
import { formatDate, formatMoment } from './dates.js';
import type { FollowedRun } from './follow-run.js';
import { SubproblemMap } from './subproblem-map.js';

/** Names of the states of a run. */
export const STATES: Readonly<Record<RunState, string>> = {
  counting: 'Counting',
  idle: 'Idle',
  stopped: 'Stopped',
  finished: 'Finished',
  failed: 'Failed',
  conflict: 'Conflict',
};

/** A panel with the progress and the results of a run, or with the reason why there are none. */
export function RunPanel(props: {
  readonly title: string;
  readonly followed: FollowedRun;
  /** Buttons to control the run. */
  readonly controls?: ComponentChildren;
}) {
  const { title, controls } = props;
  const { update, connection } = props.followed;
  if (connection.state === 'refused') return <Problem>{connection.reason}</Problem>;
  if (!update) return <p role="status">Opening {title}. Making its plan may take some seconds.</p>;
  const { header, figures } = update;
  const { state, n, algorithm } = figures;
  const percent = percentOf(figures.fraction);
  const unit = unitOfWork(algorithm);
  return (
    <section class="card run" aria-label={title}>
      <div class="row">
        <h2>
          {plural(n, 'queen')}
          {header.part ? `, part ${header.part}` : ''}
        </h2>
        <span class={`badge ${state}`} role="status">
          {STATES[state]}
        </span>
        {connection.state === 'lost' && <span class="badge lost">Connection lost, trying again</span>}
      </div>
      <p class="hint">
        {title}, algorithm {algorithm}
        {algorithm === 'meet' && (
          <>
            {' '}
            (<a href="#why?n=8&step=3">what is a pair?</a>)
          </>
        )}
      </p>
      <div class="row percent">
        <strong>{percent} %</strong>
        <progress value={figures.fraction} max={1} aria-label="Finished fraction of the estimated work" />
      </div>
      <Result header={header} figures={figures} />
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
        <Times figures={figures} unit={unit} />
      </dl>
      {state === 'idle' && <Idle header={header} figures={figures} />}
      <Problem>{figures.problem}</Problem>
      {figures.subproblems > 0 && <SubproblemMap update={update} />}
    </section>
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
function Times({ figures, unit }: { figures: RunFigures; unit: string }) {
  const { seconds, workPerSecond, threads, state } = figures;
  return (
    <>
      <Figure name="counting time">{formatSeconds(seconds)}</Figure>
      {(workPerSecond !== undefined || state === 'counting') && (
        <Figure name={`${unit} a second`}>
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

/** The total of a finished run, beside the published value. */
function Result({ header: { part }, figures }: { readonly header: RunHeader; readonly figures: RunFigures }) {
  const { n } = figures;
  if (figures.state !== 'finished') return null;
  if (part) return <p class="answer">Part {part} is finished. Add up the parts with queens-par merge.</p>;
  if (figures.count === undefined) return null;
  const known = knownCount(n);
  return (
    <p class={`answer ${figures.agreement}`} role="status">
      <strong>{formatCount(BigInt(figures.count))}</strong> {figures.count === '1' ? 'solution' : 'solutions'} of{' '}
      {plural(n, 'queen')}
      <span>
        {known === undefined ? 'A000170 has no value for this n' : `published (A000170): ${formatCount(known)}, `}
        {figures.agreement === 'agrees' && 'the same'}
        {figures.agreement === 'differs' &&
          'DIFFERENT: please report this. queens-par audit finds wrong counts in a file.'}
      </span>
    </p>
  );
}
