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

/** The states of a run, in words. */
export const STATES: Readonly<Record<RunState, string>> = {
  counting: 'Counting',
  idle: 'Idle',
  stopped: 'Stopped',
  finished: 'Finished',
  failed: 'Failed',
  conflict: 'Conflict',
};

/** The state of a run. All runs have the same panel. */
export function RunPanel(props: {
  readonly title: string;
  readonly picture: RunPicture;
  readonly connection: Connection;
  /** Stops and resumes the run; undefined if the page cannot do that. */
  readonly onSteer?: ((way: 'stop' | 'resume') => void) | undefined;
}) {
  const { title, picture, connection, onSteer } = props;
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
        {connection.is === 'lost' && <span class="badge lost">Connection lost, trying again</span>}
      </div>
      <p class="hint">
        {title}, by the algorithm {algorithm}
      </p>
      <div class="percent">
        <strong>{percent} %</strong>
        <progress value={figures.fraction} max={1} aria-label="Fraction of the estimated work that is done" />
      </div>
      <Result header={header} figures={figures} />
      {onSteer && <Steering figures={figures} workers={workers} onSteer={onSteer} />}
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

/** Returns the whole percentage of a fraction, rounded down: 100 only when all is done. */
export function percentOf(fraction: number): number {
  return Math.floor(100 * fraction);
}

/** How long it was counted and how fast. A ledger file has the times of its subproblems, and no other times. */
function Times({ header, figures, unit }: { header: RunHeader; figures: RunFigures; unit: string }) {
  const { seconds, threadSeconds, work, workPerSecond, threads, state } = figures;
  const isByThread = workPerSecond === undefined && header.clock === 'threads';
  const rate = isByThread && threadSeconds > 0 ? work / threadSeconds : workPerSecond;
  return (
    <>
      <Figure name={header.clock === 'run' ? 'counted for' : 'threads counted for'}>{formatSeconds(seconds)}</Figure>
      <Figure name={`${unit} a second${isByThread ? ' and thread' : ''}`}>
        {rate === undefined ? 'not known yet' : formatRate(rate)}
      </Figure>
      {state === 'counting' && threads > 0 && <Figure name="threads">{formatCount(threads)}</Figure>}
    </>
  );
}

function timeLeft({ secondsLeft }: RunFigures): string {
  return secondsLeft === undefined ? 'not known yet' : formatSeconds(Math.ceil(secondsLeft));
}

/** The answer beside the published one. */
function Result({ header: { part }, figures }: { readonly header: RunHeader; readonly figures: RunFigures }) {
  const { n } = figures;
  if (figures.state !== 'finished') return null;
  if (part) return <p class="answer">Part {part} is counted: queens-par merge adds the parts up.</p>;
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
          'NOT THE SAME: please report it; in a cluster, queens-par cluster audit finds wrong counts'}
      </span>
    </p>
  );
}

/** All workers, with their subproblems. */
function WorkerTable({ workers }: { readonly workers: readonly WorkerFigures[] }) {
  const head = ['worker', workers.some(({ note }) => note) ? 'state' : 'subproblem', 'for', 'finished'];
  const rows = workers.map(({ name, subproblem, note, milliseconds, finished }) => [
    name,
    note ?? <code>{subproblem ?? 'resting'}</code>,
    milliseconds > 0 ? formatBriefly(milliseconds / 1000) : '',
    formatCount(finished),
  ]);
  return <FiguresTable look="workers" caption="Workers" head={head} rows={rows} />;
}

/** The button to stop or to resume. A stop keeps finished subproblems and loses running ones. */
function Steering(props: {
  readonly figures: RunFigures;
  readonly workers: readonly WorkerFigures[];
  readonly onSteer: (way: 'stop' | 'resume') => void;
}) {
  const { figures, workers, onSteer } = props;
  const running = workers.filter(({ subproblem }) => subproblem !== undefined).length;
  if (figures.state !== 'counting' && figures.state !== 'stopped') return null;
  const way = figures.state === 'counting' ? 'stop' : 'resume';
  return (
    <div class="controls">
      <button type="button" onClick={() => onSteer(way)}>
        {way === 'stop' ? 'Stop' : 'Resume'}
      </button>
      {way === 'stop' && running > 0 && (
        <span class="hint">
          Stop keeps the {plural(figures.finished, 'finished subproblem')}; the {formatCount(running)} that are being
          counted will begin again.
        </span>
      )}
    </div>
  );
}
