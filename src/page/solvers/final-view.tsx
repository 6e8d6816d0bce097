import { useEffect, useReducer, useState } from 'preact/hooks';
import { formatSeconds } from '../../core/text/durations.js';
import { formatCount } from '../../core/text/numbers.js';
import type { AddressState } from '../address.js';
import { Button } from '../parts/controls.js';
import { useFrames } from '../parts/motion.js';
import { Finalist } from './finalist.js';
import { FINALS, type SolversState } from './solvers-state.js';
import { Disagreement } from './verdict.js';

const FACTS = { bitmask: 'the winner among the nine, row by row', meet: 'this program, two halves joined' } as const;

/** The final: both kernels of this program count the same board, each in a web worker of its own. */
export function FinalView(props: AddressState<SolversState> & { readonly n: number; readonly isShown: boolean }) {
  const { n, isShown, goTo, linkTo } = props;
  const [finalists, setFinalists] = useState<readonly Finalist[]>([]);
  const [, draw] = useReducer((draws: number) => draws + 1, 0);
  const isRunning = finalists.some(({ count }) => count.run.state === 'counting');

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
          <FinalLane key={finalist.name} finalist={finalist} />
        ))}
      </ul>
      <p class="sentence" role="status">
        <Result n={n} finalists={finalists} />
      </p>
    </div>
  );
}

/** A finalist's name, its bar, and its time. The bars have the same length, because the boards are the same. */
function FinalLane({ finalist: { name, count, seconds } }: { readonly finalist: Finalist }) {
  const { state, fraction, secondsLeft, problem } = count.run.stats();
  return (
    <li data-state={state === 'counting' ? 'running' : state}>
      <h2>{name}</h2> <span class="hint">{FACTS[name]}</span>
      <b>
        {seconds === undefined && secondsLeft !== undefined && `${describeSeconds(secondsLeft)} left`}
        {seconds !== undefined && state === 'finished' && describeSeconds(seconds)}
        {state === 'failed' && `failed: ${problem}`}
        {state === 'stopped' && 'stopped'}
      </b>
      <span class="track" aria-hidden="true" style={{ '--done': fraction, '--all': 1 }} />
    </li>
  );
}

/** Says who won, or that only one has finished. */
function Result({ n, finalists }: { readonly n: number; readonly finalists: readonly Finalist[] }) {
  const finished = finalists.flatMap(({ name, seconds, count }) => {
    const solutions = count.run.stats().count;
    return seconds !== undefined && solutions ? [{ name, seconds, solutions: BigInt(solutions) }] : [];
  });
  const [first, second] = finished.sort((a, b) => a.seconds - b.seconds);
  if (!first) return null;
  return (
    <>
      <Disagreement n={n} found={finished.map(({ name, solutions }) => [name, solutions])} />
      <b>
        {second ? `${first.name} wins` : first.name}: {describeSeconds(first.seconds)}
      </b>
      {second && `, ${second.name}: ${describeSeconds(second.seconds)}`}, {formatCount(first.solutions)} ways
      {second && ' each'}.
    </>
  );
}

/** Formats seconds with one unit for both finalists: 0.09 s, 1.5 s. */
function describeSeconds(seconds: number): string {
  return seconds < 60 ? `${seconds.toFixed(seconds < 1 ? 2 : 1)}\u00a0s` : formatSeconds(seconds);
}
