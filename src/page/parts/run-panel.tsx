import type { ComponentChildren } from 'preact';
import { knownCount, WHEN_SOLVABLE } from '../../core/board/known-counts.js';
import { estimateThreadSeconds } from '../../core/runs/estimate.js';
import { formatPercent, formatTimeLeft, WORK_UNITS } from '../../core/runs/progress.js';
import type { RunUpdate } from '../../core/runs/run-map.js';
import { formatDate } from '../../core/text/dates.js';
import { formatSeconds } from '../../core/text/durations.js';
import { formatCount, formatRate, plural } from '../../core/text/numbers.js';
import { visible } from '../../core/text/quoted.js';
import { Note, Statistics } from './controls.js';
import type { RunStatus } from './follow-run.js';
import { formatResumeCommand } from './resume-command.js';
import { SubproblemMap } from './subproblem-map.js';

/** The value of a statistic before the first result. */
const UNKNOWN = 'not known yet';

/** A panel with the results and the progress of a run, or the reason why there are none. */
export function RunPanel(props: {
  readonly title: string;
  readonly followed: RunStatus;
  /** Buttons to control the run. */
  readonly controls?: ComponentChildren;
}) {
  const { controls } = props;
  const title = visible(props.title);
  const { update, problem } = props.followed;
  if (!update) {
    if (problem !== undefined) return <Note>{visible(problem)}</Note>;
    return <p role="status">Opening {title}. Creating its plan may take a few seconds.</p>;
  }
  const { stats } = update;
  const { state, algorithm, finished, subproblems, seconds, threadSeconds, threads, workPerSecond: rate } = stats;
  const isCounting = state === 'counting';
  return (
    <section class="run" aria-label={title}>
      <Answer update={update} />
      <Note>{visible(problem ?? stats.problem ?? '')}</Note>
      {state !== 'finished' && (
        <progress value={stats.fraction} max={1} aria-label="Finished fraction of the estimated work" />
      )}
      <p class="row hint">
        <span class={`badge ${state}`} role="status">
          {state}
        </span>
        {title}, algorithm {algorithm}
      </p>
      {controls && <div class="row controls">{controls}</div>}
      <Statistics
        stats={[
          ['time left', isCounting && (formatTimeLeft(stats) ?? UNKNOWN)],
          ['subproblems', `${formatCount(finished)} of ${formatCount(subproblems)}`],
          ['counting time', seconds !== undefined && formatSeconds(seconds)],
          ['thread time', seconds === undefined && formatSeconds(threadSeconds)],
          [`${WORK_UNITS[algorithm]} a second`, rate === undefined ? isCounting && UNKNOWN : formatRate(rate)],
          ['threads', isCounting && threads > 0 && formatCount(threads)],
        ]}
      />
      {state === 'idle' && <IdleNote update={update} />}
      {subproblems > 0 && <SubproblemMap map={update.map} subproblems={subproblems} />}
    </section>
  );
}

/** A finished run's total, compared with the published count; for other runs, the percentage that is finished. */
function Answer({ update: { stats, part } }: { readonly update: RunUpdate }) {
  const { n, state, count, agreement } = stats;
  const queens = plural(n, 'queen');
  if (state !== 'finished' || count === undefined)
    return (
      <p class="answer">
        <strong class="number">{formatPercent(stats)}%</strong> of {queens}
        {part && `, part ${part}`}
        {state === 'finished' && '. Add up the parts with queens-par merge.'}
      </p>
    );
  return (
    <div class="answer" role="status">
      <strong class="number">{formatCount(BigInt(count))}</strong> {count === '1' ? 'solution' : 'solutions'} for{' '}
      {queens}
      <p class={agreement}>
        {agreement === 'agrees' && 'The published count (OEIS A000170) is the same.'}
        {agreement === 'differs' &&
          `DIFFERENT from the published ${knownCount(n)}: please report this. queens-par audit finds wrong counts.`}
        {agreement === 'unknown' && 'No count is published for this n.'}
      </p>
      {count === '0' && agreement === 'agrees' && <p>{WHEN_SOLVABLE}</p>}
    </div>
  );
}

/** A note on an idle run: the time of its last result, the thread time left, and the command to resume it. */
function IdleNote({ update: { stats, part, file } }: { readonly update: RunUpdate }) {
  const { n, latest, fraction, threadSeconds } = stats;
  const left = estimateThreadSeconds(fraction, threadSeconds);
  return (
    <p>
      {latest === undefined ? 'No result yet. ' : `No result since ${formatDate(latest)}. `}
      {left !== undefined && `About ${formatSeconds(left)} of thread time is left. `}
      {file !== undefined && (
        <>
          If no process is counting this run, resume it in its folder with:{' '}
          <code>{formatResumeCommand(file, n, part)}</code>
        </>
      )}
    </p>
  );
}
