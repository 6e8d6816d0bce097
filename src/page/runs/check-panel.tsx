import { useEffect, useState } from 'preact/hooks';
import { formatSeconds } from '../../core/text/durations.js';
import { formatCount, plural } from '../../core/text/numbers.js';
import { Button, Note } from '../parts/controls.js';
import type { RunStatus } from '../parts/follow-run.js';
import { useFrames } from '../parts/motion.js';
import { RunPanel, SubproblemMap, type TileMarks } from '../parts/run-panel.js';
import { fetchKernel } from '../worker/fetch-kernel.js';
import { findCountObstacle } from '../worker/requirements.js';
import type { WorkerClient } from '../worker/worker-client.js';
import { FORGED } from './forged-ledger.js';
import type * as functions from './ledger-functions.js';
import type { DrawnSubproblem, Recount } from './ledger-functions.js';

/** A panel to check a ledger: this browser recounts subproblems that it draws at random. */
export function CheckPanel(props: {
  readonly worker: WorkerClient<typeof functions>;
  readonly followed: RunStatus;
  /** True if this page has changed a third of the numbers. */
  readonly isForged: boolean;
}) {
  const { worker, followed, isForged } = props;
  const title = isForged ? 'the forged ledger' : 'the published ledger';
  const [drawn, setDrawn] = useState<DrawnSubproblem>();
  const [recounts, setRecounts] = useState<readonly Recount[]>([]);
  const [problem, setProblem] = useState<string>();
  const [isCounting, setCounting] = useState(false);
  /** Whether one recount follows another, until the first difference. */
  const [isEndless, setEndless] = useState(false);
  /** Whole seconds since the current recount began. */
  const [seconds, setSeconds] = useState(0);

  useEffect(() => {
    if (isEndless && !isCounting) recount();
  }, [isEndless, isCounting]);

  async function recount(): Promise<void> {
    setCounting(true);
    setProblem(undefined);
    setSeconds(0);
    const one = await fetchKernel('meet')
      .then((modules) => worker.call('recount', modules, setDrawn))
      .catch((error: Error) => setProblem(error.message));
    setCounting(false);
    setDrawn(undefined);
    if (one) setRecounts((before) => [...before, one]);
    if (!one || one.counted !== one.recorded.count) setEndless(false);
  }

  const { update } = followed;
  useFrames(drawn, (elapsed) => setSeconds(Math.floor(elapsed)));
  if (!update) return <RunPanel title={title} followed={followed} />;
  const { n, subproblems, count = '0' } = update.stats;
  const obstacle = findCountObstacle();
  return (
    <section class="check" aria-label={title}>
      <p class="answer">
        {formatCount(subproblems)} numbers add up to
        <br />
        <strong class="number">{formatCount(BigInt(count))}</strong> solutions for {n} queens
      </p>
      <p>
        That is the published total.{' '}
        {isForged
          ? 'But this page has changed about a third of the numbers, some up and some down. '
          : 'Do you believe the numbers? '}
        <b>{isForged ? 'Catch one.' : 'Recount one.'}</b>
      </p>
      {obstacle ? (
        <Note>{obstacle}</Note>
      ) : (
        <div class="row controls">
          <Button isMain isOff={isCounting || isEndless} onPress={recount} children="Recount one" />
          <Button onPress={() => setEndless(!isEndless)}>{isEndless ? 'Stop' : 'Keep recounting'}</Button>
        </div>
      )}
      <p role="status">
        {problem ? (
          <b class="bad">{problem}</b>
        ) : drawn ? (
          describeDrawn(drawn)
        ) : (
          <LastRecount recount={recounts.at(-1)} isForged={isForged} />
        )}
      </p>
      <p class="hint" role="timer">
        {drawn && `This browser has been counting for ${formatSeconds(seconds)}.`}
      </p>
      <Proof recounts={recounts} n={n} isForged={isForged} />
      <SubproblemMap update={update} marks={createMarks(recounts, drawn, update.map.perTile)} />
    </section>
  );
}

function describeDrawn({ index, recorded: { count, milliseconds } }: DrawnSubproblem): string {
  const shown = `${plural(count, 'solution')}, counted in ${formatSeconds(milliseconds / 1000)}`;
  return `Drawn at random: subproblem ${formatCount(index + 1)}. The ledger shows ${shown}.`;
}

function LastRecount({ recount, isForged }: { readonly recount: Recount | undefined; readonly isForged: boolean }) {
  if (!recount) return <>Your browser draws a subproblem at random and recounts it.</>;
  const { index, recorded, counted } = recount;
  const isSame = counted === recorded.count;
  return (
    <>
      Subproblem {formatCount(index + 1)}: the ledger shows {formatCount(recorded.count)}, and this browser counts{' '}
      {formatCount(counted)}.{' '}
      <b class={isSame ? 'good' : 'bad'}>{isSame ? 'The same.' : 'Caught! The ledger is wrong.'}</b>
      {isSame && isForged && ' Not this one. Try again.'}
    </>
  );
}

/** Describes what the recounts prove and what they cannot prove. */
function Proof(props: { readonly recounts: readonly Recount[]; readonly n: number; readonly isForged: boolean }) {
  const { recounts, n, isForged } = props;
  const wrong = recounts.filter(({ counted, recorded }) => counted !== recorded.count).length;
  const [words, fraction] = isForged ? ['a third', FORGED] : ['a tenth', 1 / 10];
  const chance = Math.round(100 * (1 - (1 - fraction) ** recounts.length));
  return (
    <>
      {wrong > 0 && (
        <p>
          {recounts.length === 1 ? 'Your recount' : `${wrong} of ${recounts.length} recounts`} found a different number.
          One wrong number is enough: this total cannot be trusted, even if it happens to be right.
        </p>
      )}
      {wrong === 0 && recounts.length > 0 && (
        <p>
          {recounts.length === 1 ? 'Your recount agrees' : `All ${recounts.length} recounts agree`}. If {words} of the
          numbers were wrong, you would have found one with a probability of <b>{chance}%</b>.
        </p>
      )}
      <details>
        <summary>What does that prove?</summary>
        <p>
          The ledger's author could not know which numbers you would draw. If many numbers are wrong, a few recounts
          will find one, but a single wrong number can hide. Your browser counts by the same method, so a mistake in the
          method would be repeated. The published total for {n} queens was found by other people with other programs.
        </p>
      </details>
    </>
  );
}

/** Returns the marks of recounted tiles. A difference overrides an agreement, and a running recount overrides both. */
function createMarks(recounts: readonly Recount[], drawn: DrawnSubproblem | undefined, perTile: number): TileMarks {
  const findTile = ({ index }: DrawnSubproblem) => Math.floor(index / perTile);
  const agree = recounts.map((one) => [findTile(one), 'agrees'] as const);
  const differ = recounts
    .filter(({ counted, recorded }) => counted !== recorded.count)
    .map((one) => [findTile(one), 'differs'] as const);
  return new Map([...agree, ...differ, ...(drawn ? [[findTile(drawn), 'drawn'] as const] : [])]);
}
