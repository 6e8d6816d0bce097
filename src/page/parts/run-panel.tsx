import type { ComponentChildren } from 'preact';
import { knownCount, WHEN_SOLVABLE } from '../../core/board/known-counts.js';
import { estimateThreadSeconds } from '../../core/runs/estimate.js';
import { formatPercent, formatTimeLeft, WORK_UNITS } from '../../core/runs/progress.js';
import type { RunUpdate } from '../../core/runs/run-map.js';
import { formatDate } from '../../core/text/dates.js';
import { formatBriefly, formatSeconds } from '../../core/text/durations.js';
import { formatCount, formatRate, plural } from '../../core/text/numbers.js';
import { visible } from '../../core/text/quoted.js';
import { Note, Statistics } from './controls.js';
import type { RunStatus } from './follow-run.js';
import { formatResumeCommand } from './resume-command.js';

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
      {subproblems > 0 && <SubproblemMap update={update} />}
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

/** Marks by tile index: all recounts agree, one differs, or one is running. */
export type TileMarks = ReadonlyMap<number, 'agrees' | 'differs' | 'drawn'>;

/** A map of all subproblems. Each tile is filled up to its finished fraction and shaded by its time. */
export function SubproblemMap({ update, marks }: { readonly update: RunUpdate; readonly marks?: TileMarks }) {
  const { perTile, tiles, threads } = update.map;
  const { subproblems } = update.stats;
  /** Mean seconds of each tile's finished subproblems; at least 1e-4, because updates round times to 0.1 ms. */
  const times = tiles.map(([finished, ms]) => (finished > 0 ? Math.max(1e-4, ms / 1000 / finished) : 0));
  const known = times.filter((seconds) => seconds > 0);
  const [least, most] = [Math.min(...known), Math.max(...known)];
  /** Chooses the color of a time on a logarithmic scale; on a linear one, a few long times would hide the rest. */
  function chooseColor(seconds: number): string {
    const place = Math.log(seconds / least) / Math.log(most / least) || 0;
    return `color-mix(in oklch, var(--long) ${Math.round(100 * place)}%, var(--short))`;
  }
  const counting = new Set(threads.map(({ tile }) => tile));
  const side = Math.min(48, Math.sqrt(90_000 / tiles.length)); // pixels; many tiles fill the same area together
  return (
    <figure>
      <figcaption class="row">
        <b>{perTile === 1 ? 'Subproblems' : `Subproblems, ${formatCount(perTile)} per tile`}</b>
        {most > least && (
          <span class="legend">
            {formatBriefly(least)} <i /> {formatBriefly(most)}
          </span>
        )}
        <span class="hint">Each tile is a part of the work, and its color shows the time.</span>
        {marks && (
          <span class="frames hint">
            <i class="agrees" /> the same <i class="differs" /> caught <i class="drawn" /> being recounted
          </span>
        )}
      </figcaption>
      <div
        class="tiles"
        role="img"
        aria-label={`Map of ${plural(subproblems, 'subproblem')}`}
        style={{ '--side': `${side}px` }}
      >
        {times.map((seconds, tile) => (
          <i
            key={tile}
            class={marks?.get(tile) ?? (counting.has(tile) ? 'counting' : undefined)}
            style={{
              '--shade': seconds > 0 ? chooseColor(seconds) : undefined,
              // The last tile may have fewer subproblems than the others.
              '--done': `${(100 * (tiles[tile]?.[0] ?? 0)) / Math.min(perTile, subproblems - tile * perTile)}%`,
            }}
          />
        ))}
      </div>
    </figure>
  );
}
