import { useMemo, useState } from 'preact/hooks';
import { cellsOf } from '../../core/board/placement.js';
import { formatSeconds } from '../../core/text/durations.js';
import { formatCount, plural } from '../../core/text/numbers.js';
import { Board, formatColumns } from '../parts/board.js';
import { Button, Range } from '../parts/controls.js';
import { useFrames, useOnce } from '../parts/motion.js';
import { beginsWith, buildSearchTree, type TreeNode } from '../parts/search-tree.js';
import { TreePicture } from '../parts/tree-picture.js';
import { N } from './halves.js';
import { countBoards, formatAmount, MAX_N } from './published.js';
import type { StepProps, WhyState } from './why-state.js';

/** Seconds in which the tree grows on the first visit. */
const FIRST_SECONDS = 4;

/** Plays the search row by row as a tree and shows how it grows with n. */
export function TreeStep({ state: { n, dot }, change, heading }: StepProps) {
  const drawn = Math.min(n, N); // the tree of a larger board would be a gray bar
  const tree = useMemo(() => buildSearchTree(drawn), [drawn]);
  const last = tree.nodes.length - 1;
  const isFirstVisit = useOnce('the tree');
  /** How the tree grows: by itself on the first visit, or played by the reader; undefined if it does not. */
  const [growth, setGrowth] = useState<'first' | 'played' | undefined>(
    isFirstVisit && dot === undefined && n <= N ? 'first' : undefined,
  );
  /** The last visited node while the tree grows by itself. The address does not contain it. */
  const [reached, setReached] = useState(0);
  const firstSolution = tree.nodes.findIndex(({ isSolution }) => isSolution);
  const chosen = growth === 'first' ? reached : (dot ?? firstSolution);
  const queens = tree.nodes[chosen]?.columns ?? [];
  const isSolution = queens.length === drawn;

  useFrames(growth, (seconds) => {
    // The first boards come slowly enough to follow. A whole tree takes ten seconds.
    const played = 4 * seconds + (last * seconds ** 3) / 1000;
    const at = Math.min(last, Math.floor(growth === 'first' ? (last * seconds) / FIRST_SECONDS : played));
    if (growth === 'first') setReached(at);
    else change({ dot: at === last ? undefined : at }); // at the end, the whole tree is described
    if (at === last) setGrowth(undefined);
  });
  function play(): void {
    setGrowth(growth === 'played' ? undefined : 'played');
  }
  function choose(to: Partial<WhyState>): void {
    setGrowth(undefined);
    change(to);
  }

  return (
    <>
      <div class="say">
        {heading}
        <p>
          Place a queen in the first row, then one in each row below, wherever no queen attacks her. If a row has no
          free square, go back. Each dot below the first is a board that the search tries. A green dot is a{' '}
          <i>solution</i>: a way to place them all. <b>Drag to 20 queens.</b>
        </p>
        <div class="row controls">
          <Button onPress={play}>{growth === 'played' ? 'Stop' : 'Play the search'}</Button>
          <Range name="Queens" min={4} max={MAX_N} value={n} onChoose={(to) => choose({ n: to, dot: undefined })} />
        </div>
        <Size n={n} />
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
          {growth || dot === undefined
            ? describeSearch(tree.nodes, growth ? chosen : last)
            : describeDot(tree.nodes, dot)}
        </p>
        <TreePicture
          tree={tree}
          chosen={chosen}
          {...(growth && { visited: chosen })}
          label={`Search tree for ${drawn} queens`}
          caption={n > N ? `The tree for ${N} queens.` : ''}
          onChoose={(to) => choose({ dot: to })}
        />
      </div>
    </>
  );
}

function Size({ n }: { readonly n: number }) {
  const boards = countBoards(n);
  const time = `Trying one board a second would take ${formatSeconds(boards)}.`;
  if (n <= N)
    return (
      <p class="total">
        <strong class="number">{formatCount(boards)} boards</strong>
        <br />
        {time}
      </p>
    );
  return (
    <p class="total">
      The tree for {n} queens is
      <br />
      <strong class="number">{formatCount(Math.round(boards / countBoards(N)))} times</strong>
      <br />
      as large as this one: {formatAmount(boards)} boards. {time}
    </p>
  );
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
