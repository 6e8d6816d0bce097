/** The verdict on a race: who won, how good the reader's guess was, and remarks on the times. */
import { knownCount } from '../../core/board/known-counts.js';
import { formatSeconds } from '../../core/text/durations.js';
import type { SolverName } from '../../core/textbook/solver-names.js';
import { Button } from '../parts/controls.js';
import type { Race } from './race.js';
import { estimateRemaining, findFraction, LANE_FACTS } from './race-lanes.js';

/** A remark on the times of a busy computer. */
export const BUSY = 'Other programs are running, and slow the race.';

/** Says who won, and how good the guess was. */
export function Winner({ race, guess }: { readonly race: Race; readonly guess: SolverName | undefined }) {
  const { n, ranking, isDecided } = race;
  const [first] = ranking;
  return (
    <>
      <Disagreement n={n} found={ranking.map(([name, { solutions }]) => [name, BigInt(solutions)])} />
      {isDecided && first && (
        <>
          <b>{first[0]} wins</b>: {LANE_FACTS[first[0]](n)}.{' '}
        </>
      )}
      {guess && describeGuess(race, guess)}
    </>
  );
}

function describeGuess({ ranking, isDecided }: Race, guess: SolverName): string {
  const place = ranking.findIndex(([name]) => name === guess) + 1;
  if (!isDecided) return `Your guess: ${guess}.`;
  if (place === 1) return 'You guessed it!';
  return `Your guess, ${guess}, ${place > 0 ? `is number ${place}` : 'has not finished'}.`;
}

/** Says which programs disagree with the published number of solutions. No computer should ever show this. */
export function Disagreement(props: {
  readonly n: number;
  readonly found: readonly (readonly [name: string, solutions: bigint])[];
}) {
  const known = knownCount(props.n);
  const wrong = props.found.filter(([, solutions]) => solutions !== known);
  if (wrong.length === 0) return null;
  const counts = wrong.map(([name, solutions]) => `${solutions} (${name})`).join(', ');
  return (
    <span class="bad">
      The published number is {`${known}`}, but found: {counts}.{' '}
    </span>
  );
}

/** Says what the slowest lane still needs, and why times may surprise. */
export function Remarks({ race }: { readonly race: Race }) {
  const { n, ranking, unfinished, isDecided, isBusy } = race;
  const place = (wanted: SolverName) => ranking.findIndex(([name]) => name === wanted);
  const wiser = (['bit-flags', 'diagonal-flags'] as const).find((name) => place(name) > place('iterative'));
  const [last] = isDecided ? unfinished : [];
  const left = last && estimateRemaining(findFraction(last, n, race.lane(last)), race.lane(last).seconds);
  const rest = left ? `needs ${formatSeconds(left)} more` : 'is still counting';
  return (
    <>
      {last && (
        <>
          The others are done. <code>{last}</code> {rest}. <Button onPress={() => race.stop()}>Stop it</Button>{' '}
        </>
      )}
      {isDecided && !last && wiser && `${wiser} knows more than iterative, but it recurses, which is slow. `}
      {isBusy && BUSY}
    </>
  );
}
