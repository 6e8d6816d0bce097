import { useMemo, useRef, useState } from 'preact/hooks';
import { formatSeconds } from '../../text/durations.js';
import { formatCount, plural } from '../../text/numbers.js';
import { Board, cellsOf } from '../parts/board.js';
import { Button, Range } from '../parts/controls.js';
import { useFrames } from '../parts/playing.js';
import { beginsWith, searchTree, type TreeNode } from '../parts/search-tree.js';
import { TreePicture } from '../parts/tree-picture.js';
import { boardsOf, inWords, LARGEST } from './figures.js';
import { N } from './halves.js';
import type { StepProps, WhyState } from './why-state.js';

/** Plays the search row by row as a tree, and shows how it grows with n. */
export function TreeStep({ state: { n, dot }, change, heading }: StepProps) {
  const drawn = Math.min(n, N); // the tree of a larger board would be a grey bar
  const tree = useMemo(() => searchTree(drawn), [drawn]);
  const [isPlaying, setPlaying] = useState(false);
  /** Seconds since the start of playing. */
  const seconds = useRef(0);
  const last = tree.nodes.length - 1;
  const chosen = dot ?? tree.nodes.findIndex(({ isSolution }) => isSolution);
  const queens = tree.nodes[chosen]?.columns ?? [];
  const below = tree.nodes.filter(({ columns }) => beginsWith(columns, queens));
  const solutionsIn = (some: readonly TreeNode[]) => plural(some.filter((one) => one.isSolution).length, 'solution');
  const boards = boardsOf(n);

  useFrames(isPlaying, (passed) => {
    seconds.current += passed;
    // The first boards are slow enough to follow. A whole tree takes ten seconds.
    const at = Math.min(last, Math.floor(4 * seconds.current + (last * seconds.current ** 3) / 1000));
    change({ dot: at });
    if (at === last) setPlaying(false);
  });
  function play(): void {
    seconds.current = 0;
    setPlaying(!isPlaying);
  }
  function choose(to: Partial<WhyState>): void {
    setPlaying(false);
    change(to);
  }

  const caption = isPlaying
    ? `${plural(chosen, 'board')} tried, ${solutionsIn(tree.nodes.slice(0, chosen + 1))} found`
    : n > N
      ? `The tree of ${N} queens. That of ${n} is ${formatCount(Math.round(boards / boardsOf(N)))} times as large.`
      : queens.length === drawn
        ? 'A solution.'
        : `This board leads to ${plural(below.length - 1, 'board')} and ${solutionsIn(below)}.`;
  return (
    <>
      <div class="say">
        {heading}
        <p>
          Place a queen in the first row, then one in each next row, wherever no queen attacks her. If a row has no free
          square, go back. Each dot of the tree is one board that the search tries; a green dot is a <b>solution</b>, a
          way to place them all. <b>Play the search, click a dot, then drag to 20 queens.</b>
        </p>
        <div class="row controls">
          <Button onPress={play}>{isPlaying ? 'Stop' : 'Play the search'}</Button>
        </div>
        <Range
          name={`${n} queens`}
          least={4}
          most={LARGEST}
          value={n}
          onChoose={(to) => choose({ n: to, dot: undefined })}
        />
        <p class="total">
          <strong class="number">{inWords(boards)}</strong> boards
          <br />
          Trying one board a second would take {formatSeconds(boards)}.
        </p>
        <details>
          <summary>Does it try mirror images, too?</summary>
          <p>
            Turn or mirror a solution, and it is a solution again: <a href="#solutions">see all of them</a>. This
            program counts one of up to eight images, and multiplies.
          </p>
        </details>
      </div>
      <div class="show">
        <Board
          n={drawn}
          queens={cellsOf(queens)}
          label={`Board of ${drawn} by ${drawn}, queens in columns ${queens.join(' ') || 'none'}`}
        />
        <TreePicture
          tree={tree}
          chosen={chosen}
          {...(isPlaying && { visited: chosen })}
          label={`Search tree of ${drawn} queens`}
          caption={caption}
          onChoose={(to) => choose({ dot: to })}
        />
      </div>
    </>
  );
}
