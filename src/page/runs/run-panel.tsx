import type { ComponentChildren } from 'preact';
import { knownCount } from '../../board/known-counts.js';
import type { RunFigures, RunHeader, RunState, WorkerFigures } from '../../runs/run-update.js';
import { formatBriefly, formatSeconds } from '../../text/durations.js';
import { formatCount, formatRate, plural } from '../../text/numbers.js';
import { Announcement, Figure, Problem } from '../parts/controls.js';
import type { LookAtCell } from './cell-card.js';
import type { Connection } from './follow-run.js';
import { RateChart } from './rate-chart.js';
import type { RunPicture } from './run-picture.js';
import { SubproblemMap } from './subproblem-map.js';

const STATES: Readonly<Record<RunState, string>> = {
  counting: 'Counting',
  idle: 'Nothing new for a while',
  stopped: 'Stopped',
  finished: 'Finished',
  failed: 'Failed',
  conflict: 'Counts contradict each other',
};

const UNITS = { bitmask: 'placements', meet: 'pairs' } as const;

/** Workers that are named at most where a total is wrong. */
const MOST_NAMED = 10;

/** A run as it stands: the same view for all of them, wherever they count. */
export function RunPanel(props: {
  readonly title: string;
  readonly picture: RunPicture;
  readonly connection: Connection;
  readonly look: LookAtCell;
  /** Buttons that steer it. */
  readonly children?: ComponentChildren;
}) {
  const { title, picture, connection, look, children } = props;
  const { header, figures, workers, history } = picture;
  const percent = Math.floor(100 * figures.part);
  const unit = UNITS[header.algorithm];
  return (
    <section class="card run" aria-label={title}>
      <div class="run-head">
        <h2>{title}</h2>
        <span class={`badge ${figures.state}`}>{STATES[figures.state]}</span>
        {connection.is === 'lost' && <span class="badge lost">Connection lost, trying again</span>}
      </div>
      <div class="percent">
        <strong>{percent} %</strong> of the work, as estimated
        <progress value={figures.part} max={1} aria-label="Part of the work that is done" />
      </div>
      <Result header={header} figures={figures} workers={workers} />
      <div class="controls">{children}</div>
      <dl class="figures">
        <Figure name="subproblems">
          {formatCount(figures.finished)} of {formatCount(header.subproblems)}
        </Figure>
        <Figure name="time left">{timeLeft(figures)}</Figure>
        <Times header={header} figures={figures} unit={unit} />
        <Figure name="conflicts">{figures.conflicts}</Figure>
      </dl>
      {figures.state === 'counting' && figures.finished === 0 && (
        <p class="hint">
          No subproblem has ended yet. The rate and the time left are measured from the first one on; until then the
          percentage goes by the pace of a typical machine.
        </p>
      )}
      <Problem>{figures.problem}</Problem>
      <div class="columns-2">
        <SubproblemMap picture={picture} look={look} />
        <RateChart history={history} unit={unit} clock={header.clock} />
      </div>
      {workers.length > 0 && <WorkerTable workers={workers} />}
      <Announcement text={`${STATES[figures.state]}, ${Math.floor(percent / 10) * 10} percent`} />
    </section>
  );
}

/** How long it was counted and how fast. A ledger file has the times of its subproblems, and no other times. */
function Times({ header, figures, unit }: { header: RunHeader; figures: RunFigures; unit: string }) {
  const { seconds, threadSeconds, work, rate, busy, state } = figures;
  if (header.clock === 'run' || rate !== undefined) {
    return (
      <>
        <Figure name={header.clock === 'run' ? 'counted for' : 'threads counted for'}>{formatSeconds(seconds)}</Figure>
        <Figure name={`${unit} a second`}>{rate === undefined ? 'not known yet' : formatRate(rate)}</Figure>
        <Figure name="threads busy">{busy === undefined ? 'not known' : busy.toFixed(1)}</Figure>
      </>
    );
  }
  return (
    <>
      <Figure name="threads counted for">{formatSeconds(threadSeconds)}</Figure>
      <Figure name={`${unit} a second and thread`}>
        {threadSeconds > 0 ? formatRate(work / threadSeconds) : 'not known yet'}
      </Figure>
      {state === 'counting' && <Figure name="threads busy">not known yet</Figure>}
    </>
  );
}

function timeLeft({ state, secondsLeft }: RunFigures): string {
  if (state === 'finished') return 'none';
  if (state !== 'counting' || secondsLeft === undefined) return 'unknown';
  return formatSeconds(Math.ceil(secondsLeft));
}

/** The answer beside the published one. */
function Result({
  header,
  figures,
  workers,
}: {
  readonly header: RunHeader;
  readonly figures: RunFigures;
  readonly workers: readonly WorkerFigures[];
}) {
  const { n, part } = header;
  if (figures.state !== 'finished') return null;
  if (part) return <p class="answer">Part {part} is counted: queens-par merge adds the parts up.</p>;
  if (figures.count === undefined) return null;
  const known = knownCount(n);
  return (
    <p class={`answer ${figures.agreement}`} role="status">
      <strong>{formatCount(BigInt(figures.count))}</strong> solutions of {plural(n, 'queen')}
      <span>
        {known === undefined ? 'A000170 has no value for this n' : `published (A000170): ${formatCount(known)}, `}
        {figures.agreement === 'agrees' && 'the same'}
        {figures.agreement === 'differs' && `NOT THE SAME: ${remedyFor(workers)}`}
      </span>
    </p>
  );
}

/** What to do about a total that is not the published one. Workers of a cluster have notes; threads of one process have none. */
function remedyFor(workers: readonly WorkerFigures[]): string {
  const names = workers.filter(({ note, finished }) => note !== undefined && finished > 0).map(({ name }) => name);
  if (names.length === 0) return 'please report it';
  const named = names.slice(0, MOST_NAMED).join(', ') + (names.length > MOST_NAMED ? ' and others' : '');
  return `a worker counted wrong; it rests on the counts of ${named}`;
}

/** What each worker is doing. */
function WorkerTable({ workers }: { readonly workers: readonly WorkerFigures[] }) {
  return (
    <div class="scroll">
      <table class="workers">
        <caption>Workers</caption>
        <thead>
          <tr>
            <th scope="col">worker</th>
            <th scope="col">{workers.some(({ note }) => note) ? 'state' : 'subproblem'}</th>
            <th scope="col">for</th>
            <th scope="col">finished</th>
          </tr>
        </thead>
        <tbody>
          {workers.map(({ name, subproblem, note, milliseconds, finished }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{note ?? <code>{subproblem ?? 'resting'}</code>}</td>
              <td>{milliseconds > 0 ? formatBriefly(milliseconds / 1000) : ''}</td>
              <td>{formatCount(finished)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Stops and resumes a count of this page or of its server. */
export function SteerButtons(props: { readonly state: RunState; readonly onSteer: (way: 'stop' | 'resume') => void }) {
  const { state, onSteer } = props;
  return (
    <>
      <button type="button" onClick={() => onSteer('stop')} disabled={state !== 'counting'}>
        Stop
      </button>
      <button type="button" onClick={() => onSteer('resume')} disabled={state !== 'stopped'}>
        Resume
      </button>
    </>
  );
}
