import { useEffect, useReducer, useState } from 'preact/hooks';
import { choosePlan } from '../../core/plan/choose-plan.js';
import { runSteps } from '../../core/plan/steps.js';
import { ALGORITHMS } from '../../core/plan/subproblem.js';
import { formatSeconds } from '../../core/text/durations.js';
import { formatCount } from '../../core/text/numbers.js';
import type { AddressState } from '../parts/address.js';
import { Button } from '../parts/controls.js';
import { useFrames } from '../parts/motion.js';
import { BrowserCount } from '../worker/browser-count.js';
import { estimateRemaining } from './race-lanes.js';
import { FINALS, type SolversState } from './solvers-state.js';
import { Disagreement } from './verdict.js';

/** The final: both kernels of this program count the same board, each in a web worker of its own. */
export function FinalView(props: AddressState<SolversState> & { readonly n: number; readonly isShown: boolean }) {
  const { n, isShown, goTo, linkTo } = props;
  const [finalists, setFinalists] = useState<readonly BrowserCount[]>([]);
  const [, draw] = useReducer((draws: number) => draws + 1, 0);
  const isRunning = finalists.some(({ run }) => run.state === 'counting');
  const axis = chooseAxis(Math.max(...finalists.map(({ run }) => run.seconds)));

  function stop(): void {
    for (const finalist of finalists) finalist.stop();
  }
  function start(): void {
    const both = ALGORITHMS.map((algorithm) => new BrowserCount(runSteps(choosePlan(n, { algorithm })), 1));
    setFinalists(both);
    for (const finalist of both) finalist.start().then(() => draw(0));
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
      <p>Both run on your computer at the same time and count all ways to place {n} queens.</p>
      <ul>
        {finalists.map((finalist) => (
          <FinalLane key={finalist.run.share.algorithm} n={n} finalist={finalist} axis={axis} />
        ))}
      </ul>
      <p class="ruler hint" aria-hidden="true">
        seconds
        {[0.5, 1].map((place) => (
          <i key={place} style={{ '--place': place }} children={axis * place} />
        ))}
      </p>
      <p class="sentence" role="status">
        <Result n={n} finalists={finalists} />
      </p>
    </div>
  );
}

/** Returns the seconds that the axis has room for: ten, doubled until the longer count fits. */
function chooseAxis(seconds: number): number {
  return 10 * 2 ** Math.ceil(Math.log2(Math.max(1, seconds / 10)));
}

/** A finalist's name and time, and a bar that grows with the time. @param axis seconds that a full bar shows. */
function FinalLane(props: { readonly n: number; readonly finalist: BrowserCount; readonly axis: number }) {
  const { n, axis } = props;
  const { run } = props.finalist;
  const { algorithm } = run.share;
  const { state, fraction, problem } = run.stats();
  const left = estimateRemaining(fraction, run.seconds);
  return (
    <li data-state={state === 'counting' ? 'running' : state}>
      <h2>{algorithm}</h2>{' '}
      <span class="hint">{algorithm === 'meet' ? 'two short searches, joined' : `${n} rows in one search`}</span>
      <b>
        {(state === 'counting' || state === 'finished') && describeSeconds(run.seconds)}
        {state === 'counting' && left && `, ${formatSeconds(Math.ceil(left))} left`}
        {state === 'failed' && `failed: ${problem}`}
        {state === 'stopped' && 'stopped'}
      </b>
      <span class="track" aria-hidden="true" style={{ '--time': run.seconds / axis }} />
    </li>
  );
}

/** Describes who wins and by what factor. The winner is known as soon as the other finalist has counted for longer. */
function Result({ n, finalists }: { readonly n: number; readonly finalists: readonly BrowserCount[] }) {
  const finished = finalists.flatMap(({ run }) => {
    const { seconds, share, state } = run;
    const { count } = run.stats();
    return state === 'finished' && count ? [{ name: share.algorithm, seconds, solutions: BigInt(count) }] : [];
  });
  const [first, second] = finished.sort((a, b) => a.seconds - b.seconds);
  if (!first) return null;
  const hasWon = finalists.every(({ run }) => run.share.algorithm === first.name || run.seconds > first.seconds);
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
