import { useEffect, useReducer, useState } from 'preact/hooks';
import { choosePlan } from '../../core/plan/choose-plan.js';
import { runSteps } from '../../core/plan/steps.js';
import { ALGORITHMS, type Algorithm } from '../../core/plan/subproblem.js';
import { formatSeconds } from '../../core/text/durations.js';
import { formatCount, plural } from '../../core/text/numbers.js';
import type { AddressState } from '../parts/address.js';
import { Button, Guess } from '../parts/controls.js';
import { useFrames } from '../parts/motion.js';
import { BrowserCount } from '../worker/browser-count.js';
import { estimateRemaining } from './race-lanes.js';
import { FACTOR_GUESSES, FINALS, type SolversState } from './solvers-state.js';
import { Disagreement } from './verdict.js';

/** The final: once started, both kernels of this program count the same board, each in a web worker of its own. */
export function FinalView(props: AddressState<SolversState> & { readonly n: number; readonly isShown: boolean }) {
  const { n, isShown, change, goTo, linkTo } = props;
  const { times } = props.state;
  const [finalists, setFinalists] = useState<readonly BrowserCount[]>([]);
  const [, draw] = useReducer((draws: number) => draws + 1, 0);
  const isRunning = finalists.some(({ run }) => run.state === 'counting');
  const axis = chooseAxis(Math.max(0, ...finalists.map(({ run }) => run.seconds)));

  function stop(): void {
    for (const finalist of finalists) finalist.stop();
  }
  function start(): void {
    const both = ALGORITHMS.map((algorithm) => new BrowserCount(runSteps(choosePlan(n, { algorithm })), 1));
    setFinalists(both);
    for (const finalist of both) finalist.start().then(() => draw(0));
  }
  useEffect(() => setFinalists([]), [n]);
  useEffect(() => stop, [finalists]);
  useFrames(isRunning && isShown, () => draw(0));
  return (
    <div class="race final">
      <div class="row controls">
        <h1>Final: {n} queens</h1>
        <Button isMain={finalists.length === 0} onPress={isRunning ? stop : start}>
          {isRunning ? 'Stop' : finalists.length === 0 ? 'Start' : 'Again'}
        </Button>
        {n === FINALS[0] && finalists.length > 0 && (
          <Button isMain isOff={isRunning} onPress={() => goTo({ final: FINALS[1] })}>
            And {FINALS[1]}?
          </Button>
        )}
        {finalists.length === 0 && (
          <Guess values={FACTOR_GUESSES} value={times} format={formatFactor} onGuess={(times) => change({ times })} />
        )}
        <a href={linkTo({ final: undefined })}>◂ Back to the race</a>
      </div>
      <p>
        Both run on your computer at the same time and count all ways to place {n} queens.{' '}
        {finalists.length === 0 && <b>Guess how many times as fast meet is, then press Start.</b>}
      </p>
      <ul>
        {ALGORITHMS.map((name, lane) => (
          <FinalLane key={name} n={n} name={name} finalist={finalists[lane]} axis={axis} />
        ))}
      </ul>
      <p class="sentence" role="status">
        <Result n={n} finalists={finalists} guess={times} />
      </p>
    </div>
  );
}

/** Returns the seconds that the axis has room for: ten, doubled until the longer count fits. */
function chooseAxis(seconds: number): number {
  return 10 * 2 ** Math.ceil(Math.log2(Math.max(1, seconds / 10)));
}

/** A finalist's name and time, and a bar that grows with the time. @param axis seconds that a full bar shows. */
function FinalLane(props: {
  readonly n: number;
  readonly name: Algorithm;
  /** Undefined before the start. */
  readonly finalist: BrowserCount | undefined;
  readonly axis: number;
}) {
  const { n, name, finalist, axis } = props;
  const { state = 'idle', fraction = 0, problem } = finalist?.run.stats() ?? {};
  const seconds = finalist?.run.seconds ?? 0;
  const left = estimateRemaining(fraction, seconds);
  return (
    <li data-state={state === 'counting' ? 'running' : state}>
      <h2>{name}</h2>{' '}
      <span class="hint">{name === 'meet' ? 'two short searches, joined' : `${n} rows in one search`}</span>
      <b>
        {(state === 'counting' || state === 'finished') && describeSeconds(seconds)}
        {state === 'counting' && left && `, ${formatSeconds(Math.ceil(left))} left`}
        {state === 'failed' && `failed: ${problem}`}
        {state === 'stopped' && 'stopped'}
      </b>
      <span class="track" aria-hidden="true" style={{ '--time': seconds / axis }} />
    </li>
  );
}

/** Describes who wins and by what factor. The winner is known as soon as the other finalist has counted for longer. */
function Result(props: {
  readonly n: number;
  readonly finalists: readonly BrowserCount[];
  readonly guess: number | undefined;
}) {
  const { n, finalists, guess } = props;
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
      {second && guess && `You guessed ${formatFactor(guess)}. `}
      <b>{first.name === 'meet' && hasWon && <a href="#why?step=3">Why?</a>}</b>
    </>
  );
}

const formatFactor = (factor: number) => plural(factor, 'time');

/** Formats seconds with one unit for both finalists: 0.09 s, 1.5 s. */
function describeSeconds(seconds: number): string {
  return seconds < 60 ? `${seconds.toFixed(seconds < 1 ? 2 : 1)}\u00a0s` : formatSeconds(seconds);
}
