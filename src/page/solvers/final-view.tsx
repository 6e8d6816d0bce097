import { useEffect, useReducer, useState } from 'preact/hooks';
import { formatSeconds } from '../../core/text/durations.js';
import { formatCount } from '../../core/text/numbers.js';
import type { AddressState } from '../parts/address.js';
import { Button } from '../parts/controls.js';
import { useFrames } from '../parts/motion.js';
import { isBusy } from './clock.js';
import { Finalist } from './finalist.js';
import { estimateRemaining } from './race-lanes.js';
import { FINALS, type SolversState } from './solvers-state.js';
import { BUSY, Disagreement } from './verdict.js';

/** The final: both kernels of this program count the same board, each in a web worker of its own. */
export function FinalView(props: AddressState<SolversState> & { readonly n: number; readonly isShown: boolean }) {
  const { n, isShown, goTo, linkTo } = props;
  const [finalists, setFinalists] = useState<readonly Finalist[]>([]);
  const [areSlowed, setAreSlowed] = useState(false);
  const [, draw] = useReducer((draws: number) => draws + 1, 0);
  const isRunning = finalists.some(({ count }) => count.run.state === 'counting');
  const slowest = Math.max(...finalists.map(({ seconds }) => seconds ?? Number.POSITIVE_INFINITY));

  function stop(): void {
    for (const finalist of finalists) finalist.stop();
  }
  function start(): void {
    const both = [new Finalist('bitmask', n), new Finalist('meet', n)];
    setFinalists(both);
    for (const finalist of both) finalist.run().then(() => draw(0));
  }
  useEffect(start, [n]);
  useEffect(() => stop, [finalists]);
  const areFinished = finalists.length > 0 && finalists.every(({ count }) => count.run.state === 'finished');
  useEffect(() => setAreSlowed(areFinished && isBusy()), [areFinished]);
  useFrames(isRunning && isShown, () => draw(0));
  return (
    <div class="race final">
      <div class="row controls">
        <h1>Final: {n} queens</h1>
        <Button onPress={isRunning ? stop : start}>{isRunning ? 'Stop' : 'Again'}</Button>
        {n === FINALS[0] && (
          <Button isMain isOff={isRunning} onPress={() => goTo({ final: FINALS[1] })}>
            And {FINALS[1]}?
          </Button>
        )}
        <a href={linkTo({ final: undefined })}>◂ Back to the race</a>
      </div>
      <p>Both count all ways to place {n} queens, at the same time, on your computer.</p>
      <ul>
        {finalists.map((finalist) => (
          <FinalLane key={finalist.name} n={n} finalist={finalist} slowest={slowest} />
        ))}
      </ul>
      <p class="sentence" role="status">
        <Result n={n} finalists={finalists} />
      </p>
      <p class="hint">{areSlowed && BUSY}</p>
    </div>
  );
}

/** A finalist's name, its bar, and its time. @param slowest the longer of the two times; Infinity until it is known. */
function FinalLane(props: { readonly n: number; readonly finalist: Finalist; readonly slowest: number }) {
  const { n, finalist, slowest } = props;
  const { name, count, seconds = 0 } = finalist;
  const { state, fraction, problem } = count.run.stats();
  const left = estimateRemaining(fraction, count.run.seconds);
  const length = seconds / slowest || 1; // when both have ended, the bars show their times
  return (
    <li data-state={state === 'counting' ? 'running' : state}>
      <h2>{name}</h2>{' '}
      <span class="hint">{name === 'meet' ? 'two short searches, joined' : `${n} rows in one search`}</span>
      <b>
        {state === 'counting' &&
          describeSeconds(count.run.seconds) + (left ? `, ${formatSeconds(Math.ceil(left))} left` : '')}
        {state === 'finished' && describeSeconds(seconds)}
        {state === 'failed' && `failed: ${problem}`}
        {state === 'stopped' && 'stopped'}
      </b>
      <span class="track" aria-hidden="true" style={{ '--done': fraction, '--all': length }} />
    </li>
  );
}

/** Says who wins, and by what factor. The winner is known as soon as the other one has counted for longer. */
function Result({ n, finalists }: { readonly n: number; readonly finalists: readonly Finalist[] }) {
  const finished = finalists.flatMap(({ name, seconds, count }) => {
    const solutions = count.run.stats().count;
    return seconds !== undefined && solutions ? [{ name, seconds, solutions: BigInt(solutions) }] : [];
  });
  const [first, second] = finished.sort((a, b) => a.seconds - b.seconds);
  if (!first) return null;
  const hasWon = finalists.every(({ name, count }) => name === first.name || count.run.seconds > first.seconds);
  const factor = second ? Number((second.seconds / first.seconds).toPrecision(2)) : 1;
  return (
    <>
      <Disagreement n={n} found={finished.map(({ name, solutions }) => [name, solutions])} />
      <b>
        {first.name}
        {factor > 1 ? ` is ${factor} times as fast` : hasWon && ' wins'}
      </b>
      : {formatCount(first.solutions)} ways{second && ' each'}.{' '}
      <b>{first.name === 'meet' && hasWon && <a href="#why?step=3">Why?</a>}</b>
    </>
  );
}

/** Formats seconds with one unit for both finalists: 0.09 s, 1.5 s. */
function describeSeconds(seconds: number): string {
  return seconds < 60 ? `${seconds.toFixed(seconds < 1 ? 2 : 1)}\u00a0s` : formatSeconds(seconds);
}
