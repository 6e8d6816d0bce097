import { useEffect, useMemo, useState } from 'preact/hooks';
import { cellsOf } from '../../core/board/placement.js';
import { formatSeconds } from '../../core/text/durations.js';
import { formatCount, plural } from '../../core/text/numbers.js';
import { Board, formatColumns } from '../parts/board.js';
import { Button, Guess, Range } from '../parts/controls.js';
import { prefersNoMotion, useFrames } from '../parts/motion.js';
import { beginsWith, buildSearchTree, type TreeNode, TreePicture } from '../parts/search-tree.js';
import { N } from './halves.js';
import { countBoards, formatAmount, MAX_N } from './published.js';
import { BOARD_GUESSES, type StepProps, type WhyState } from './why-state.js';

/** Whether the step has been shown since the page was loaded. Only the first time, the search plays by itself. */
let hasPlayed = false;

/** Plays the search row by row as a tree and shows how it grows with n. */
export function TreeStep({ state: { n, dot, guess }, change, heading }: StepProps) {
  const drawn = Math.min(n, N); // the tree of a larger board would be a gray bar
  const tree = useMemo(() => buildSearchTree(drawn), [drawn]);
  const last = tree.nodes.length - 1;
  const [isGrowing, setGrowing] = useState(!hasPlayed && !prefersNoMotion() && dot === undefined && n <= N);
  useEffect(() => {
    hasPlayed = true;
  }, []);
  /** The last visited node while the tree grows. The address does not contain it. */
  const [reached, setReached] = useState(0);
  const firstSolution = tree.nodes.findIndex(({ isSolution }) => isSolution);
  const chosen = isGrowing ? reached : (dot ?? firstSolution);
  const queens = tree.nodes[chosen]?.columns ?? [];
  const isSolution = queens.length === drawn;

  useFrames(isGrowing, (seconds) => {
    // The first boards come slowly enough to follow. A whole tree takes ten seconds.
    setReached(Math.min(last, Math.floor(4 * seconds + (last * seconds ** 3) / 1000)));
    if (reached === last) setGrowing(false);
  });
  function play(): void {
    choose({ dot: undefined });
    setGrowing(!isGrowing);
  }
  function choose(to: Partial<WhyState>): void {
    setGrowing(false);
    change(to);
  }

  return (
    <>
      <div class="say">
        {heading}
        <p>
          Place a queen in each row, from the top, wherever no queen attacks her. If a row has no free square, go back.
          Each dot below the first is a board that the search tries, and a green dot is a <i>solution</i>.{' '}
          {n < MAX_N && (
            <b>
              Guess how many boards {MAX_N} queens take. Then drag to {MAX_N}.
            </b>
          )}
        </p>
        <div class="row controls">
          <Button onPress={play}>{isGrowing ? 'Stop' : 'Play the search'}</Button>
          {n < MAX_N && (
            <Guess values={BOARD_GUESSES} value={guess} format={formatAmount} onGuess={(guess) => change({ guess })} />
          )}
          <Range name="Queens" min={4} max={MAX_N} value={n} onChoose={(to) => choose({ n: to, dot: undefined })} />
        </div>
        <Size n={n} />
        <p role="status">{n === MAX_N && guess && judgeGuess(guess)}</p>
        <details>
          <summary>Does it try mirror images?</summary>
          <p>
            Yes. Turn or mirror a solution, and it is still a solution: <a href="#solutions">see all of them</a>. This
            program counts one of up to eight images and multiplies.
          </p>
        </details>
      </div>
      <div class="show" style={{ '--levels': drawn }}>
        <Board
          n={drawn}
          queens={cellsOf(queens)}
          isSolved={isSolution}
          label={`Board of ${drawn} by ${drawn}, queens in columns ${formatColumns(queens) || 'none'}`}
        />
        <p class={isSolution ? 'verdict good' : 'verdict'}>
          {isGrowing || dot === undefined
            ? describeSearch(tree.nodes, isGrowing ? chosen : last)
            : describeDot(tree.nodes, dot)}
        </p>
        <TreePicture
          tree={tree}
          chosen={chosen}
          {...(isGrowing && { visited: chosen })}
          caption={n > N ? `The tree for ${N} queens.` : ''}
          onChoose={(to) => choose({ dot: to })}
        />
      </div>
    </>
  );
}

/** Describes how large the tree for n queens is. Beyond 8 queens, it is compared with the tree for 8. */
function Size({ n }: { readonly n: number }) {
  const boards = countBoards(n);
  const isDrawn = n <= N;
  return (
    <p class="total">
      {!isDrawn && [`The tree for ${n} queens is`, <br key="br" />]}
      <strong class="number">
        {isDrawn ? `${formatCount(boards)} boards` : `${formatCount(Math.round(boards / countBoards(N)))} times`}
      </strong>
      <br />
      {!isDrawn && `as large as this one: ${formatAmount(boards)} boards. `}
      Trying one board a second would take {formatSeconds(boards)}.
    </p>
  );
}

/** Compares a guess with the number of boards that a search for 20 queens tries. */
function judgeGuess(guess: number): string {
  const boards = countBoards(MAX_N);
  const factor = formatAmount(Number((Math.max(boards, guess) / Math.min(boards, guess)).toPrecision(2)));
  const verdict = boards > guess ? `The search tries ${factor} times as many` : `That is ${factor} times too many`;
  return `You guessed ${formatAmount(guess)} boards. ${verdict}.`;
}

/** Describes the chosen board: a solution, or a board that leads to others. */
function describeDot(nodes: readonly TreeNode[], chosen: number) {
  if (nodes[chosen]?.isSolution) return <b>A solution.</b>;
  const below = nodes.filter(({ columns }) => beginsWith(columns, nodes[chosen]?.columns ?? []));
  return `This board leads to ${plural(below.length - 1, 'board')} and ${countSolutions(below)}.`;
}

/** Adds up the boards tried and the solutions found up to node `last`. */
function describeSearch(nodes: readonly TreeNode[], last: number): string {
  return `${plural(last, 'board')} tried, ${countSolutions(nodes.slice(0, last + 1))}`;
}

function countSolutions(nodes: readonly TreeNode[]): string {
  return plural(nodes.filter(({ isSolution }) => isSolution).length, 'solution');
}
