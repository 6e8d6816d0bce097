/** The verdict on a race: who won, how good the reader's guess was, and remarks on the times. */
import { knownCount } from '../../core/board/known-counts.js';
import { formatSeconds } from '../../core/text/durations.js';
import { type SolverName, solverNames } from '../../core/textbook/solver-names.js';
import type { Race } from './race.js';
import { estimateRemaining, findFraction, LANE_FACTS } from './race-lanes.js';

/** Describes who won, once the winner has arrived, and how good the guess was. */
export function Verdict({ race, guess }: { readonly race: Race; readonly guess: SolverName | undefined }) {
  const { n, phase, ranking, winners, isBusy } = race;
  const [first, second] = winners;
  const isDecided = race.isDecided && first !== undefined && race.progress(first) === 1;
  return (
    <>
      <Disagreement n={n} found={ranking.map(([name, { solutions }]) => [name, BigInt(solutions)])} />
      {phase === 'measuring' && `Measuring each program alone: ${ranking.length} of ${solverNames.length} … `}
      {isDecided && !second && (
        <>
          <b>{first} wins</b>: {LANE_FACTS[first][1](n)}.{' '}
        </>
      )}
      {isDecided && second && (
        <>
          <b>Too close to call</b>: other programs are running. Race again.{' '}
        </>
      )}
      {isDecided && !second && isBusy && 'Other programs are slowing the race. '}
      {guess && (isDecided ? describeGuess(race, guess) : `Your guess: ${guess}.`)}
    </>
  );
}

function describeGuess({ ranking, winners }: Race, guess: SolverName): string {
  const place = ranking.findIndex(([name]) => name === guess) + 1;
  if (winners.includes(guess)) return winners.length > 1 ? 'Your guess may be right.' : 'You guessed it!';
  return `Your guess, ${guess}, ${place > 0 ? `is number ${place}` : 'has not finished'}.`;
}

/** Describes which programs disagree with the published number of solutions. No computer should ever show this. */
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
      The published number is {`${known}`}, but these programs found others: {counts}.{' '}
    </span>
  );
}

/** Describes how much time the slowest lane still needs once the others are done. */
export function describeRest(race: Race): string {
  const [last] = race.unfinished;
  if (race.phase !== 'over' || !last) return '';
  const left = estimateRemaining(findFraction(last, race.n, race.lane(last)), race.lane(last).seconds);
  return `The others are done. ${last} ${left ? `needs ${formatSeconds(left)} more` : 'is still counting'}.`;
}
