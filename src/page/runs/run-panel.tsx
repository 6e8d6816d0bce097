import { knownCount } from '../../board/known-counts.js';
import type { RunFigures, RunHeader, RunState, WorkerFigures } from '../../runs/run-update.js';
import { formatBriefly, formatSeconds } from '../../text/durations.js';
import { formatCount, formatRate, plural } from '../../text/numbers.js';
import { unitOfWork } from '../../text/progress-line.js';
import { Announcement, Figure, Problem } from '../parts/controls.js';
import { FiguresTable } from '../parts/figures-table.js';
import type { Connection } from './follow-run.js';
import { RateChart } from './rate-chart.js';
import type { RunPicture } from './run-picture.js';
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

/** A panel with the progress and the results of a run. */
export function RunPanel(props: {
  readonly title: string;
  readonly picture: RunPicture;
  readonly connection: Connection;
  /** Stops or resumes the run. Undefined if the page cannot do this. */
  readonly onControl?: ((action: 'stop' | 'resume') => void) | undefined;
}) {
  const { title, picture, connection, onControl } = props;
  const { header, figures, workers, history } = picture;
  const { state, n, algorithm } = figures;
  const percent = percentOf(figures.fraction);
  const unit = unitOfWork(algorithm);
  return (
    <section class="card run" aria-label={title}>
      <div class="run-head">
        <h2>
          {plural(n, 'queen')}
          {header.part ? `, part ${header.part}` : ''}
        </h2>
        <span class={`badge ${state}`}>{STATES[state]}</span>
        {connection.state === 'lost' && <span class="badge lost">Connection lost, trying again</span>}
      </div>
      <p class="hint">
        {title}, algorithm {algorithm}
      </p>
      <div class="percent">
        <strong>{percent} %</strong>
        <progress value={figures.fraction} max={1} aria-label="Finished fraction of the estimated work" />
      </div>
      <Result header={header} figures={figures} />
      {onControl && <RunControls figures={figures} workers={workers} onControl={onControl} />}
      <dl class="figures">
        {state === 'counting' && <Figure name="time left">{timeLeft(figures)}</Figure>}
        <Figure name="subproblems">
          {formatCount(figures.finished)} of {formatCount(figures.subproblems)}
        </Figure>
        <Times header={header} figures={figures} unit={unit} />
      </dl>
      <Problem>{figures.problem}</Problem>
      {figures.subproblems > 0 && (
        <div class="columns-2">
          <SubproblemMap picture={picture} />
          <RateChart history={history} unit={unit} clock={header.clock} isCounting={state === 'counting'} />
        </div>
      )}
      {workers.length > 0 && <WorkerTable workers={workers} />}
      <Announcement text={`${STATES[state]}, ${Math.floor(percent / 10) * 10} percent`} />
    </section>
  );
}

/** Converts a fraction to a whole percentage, rounded down. Only finished runs reach 100. */
export function percentOf(fraction: number): number {
  return Math.floor(100 * fraction);
}

/** Time, rate and threads of a run. A ledger file has only the times of its subproblems. */
function Times({ header, figures, unit }: { header: RunHeader; figures: RunFigures; unit: string }) {
  const { seconds, threadSeconds, work, workPerSecond, threads, state } = figures;
  const isByThread = workPerSecond === undefined && header.clock === 'threads';
  const rate = isByThread && threadSeconds > 0 ? work / threadSeconds : workPerSecond;
  return (
    <>
      <Figure name={header.clock === 'run' ? 'counting time' : 'thread time'}>{formatSeconds(seconds)}</Figure>
      <Figure name={`${unit} a second${isByThread ? ' per thread' : ''}`}>
        {rate === undefined ? 'not known yet' : formatRate(rate)}
      </Figure>
      {state === 'counting' && threads > 0 && <Figure name="threads">{formatCount(threads)}</Figure>}
    </>
  );
}

function timeLeft({ secondsLeft }: RunFigures): string {
  return secondsLeft === undefined ? 'not known yet' : formatSeconds(Math.ceil(secondsLeft));
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
          'DIFFERENT: please report this. In a cluster, queens-par cluster audit finds wrong counts.'}
      </span>
    </p>
  );
}

/** A table of the workers and their subproblems. */
function WorkerTable({ workers }: { readonly workers: readonly WorkerFigures[] }) {
  const head = ['worker', workers.some(({ note }) => note) ? 'state' : 'subproblem', 'time', 'finished'];
  const rows = workers.map(({ name, subproblem, note, milliseconds, finished }) => [
    name,
    note ?? <code>{subproblem ?? 'idle'}</code>,
    milliseconds > 0 ? formatBriefly(milliseconds / 1000) : '',
    formatCount(finished),
  ]);
  return <FiguresTable className="workers" caption="Workers" head={head} rows={rows} />;
}

/** The button to stop or resume a run. A stop keeps finished subproblems and discards running ones. */
function RunControls(props: {
  readonly figures: RunFigures;
  readonly workers: readonly WorkerFigures[];
  readonly onControl: (action: 'stop' | 'resume') => void;
}) {
  const { figures, workers, onControl } = props;
  const running = workers.filter(({ subproblem }) => subproblem !== undefined).length;
  if (figures.state !== 'counting' && figures.state !== 'stopped') return null;
  const action = figures.state === 'counting' ? 'stop' : 'resume';
  return (
    <div class="controls">
      <button type="button" onClick={() => onControl(action)}>
        {action === 'stop' ? 'Stop' : 'Resume'}
      </button>
      {action === 'stop' && running > 0 && (
        <span class="hint">
          Stop keeps {plural(figures.finished, 'finished subproblem')}. Resume will restart{' '}
          {plural(running, 'running subproblem')}.
        </span>
      )}
    </div>
  );
}
