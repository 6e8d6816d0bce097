import { useMemo } from 'preact/hooks';
import { formatCount } from '../../core/text/numbers.js';
import { Range } from '../parts/controls.js';
import { layOut, TREE_MARGIN, TREE_WIDTH } from '../parts/search-tree.js';
import { countBoardsTried, listHalves, N, TREE } from './halves.js';
import { HalvesBoard, Verdict } from './halves-board.js';
import { Term } from './term.js';
import { FIRST_PAIR, type StepProps } from './why-state.js';

/** Height of a row in the picture of two trees, and of the picture. */
const LEVEL = 14;
const HEIGHT = N * LEVEL + 2 * TREE_MARGIN;

/** Cuts the board in two. The reader looks for the cut with the smallest trees. */
export function CutStep({ state, change, heading }: StepProps) {
  const { cut } = state;
  const rows = Math.max(cut, N - cut);
  const [uppers, lowers] = useMemo(() => [listHalves(cut, false), listHalves(N - cut, true)], [cut]);
  const [above, below] = [
    uppers[state.upper] ?? uppers.at(-1),
    lowers[state.lower ?? FIRST_PAIR.lower] ?? lowers.at(-1),
  ];
  if (!above || !below) return null; // every cut has halves
  const pairs = uppers.length * lowers.length;
  return (
    <>
      <div class="say">
        {heading}
        <p>
          A solution is an <Term part="upper">upper half</Term> above a <Term part="lower">lower half</Term>, which is
          an upper half turned upside down. So a search of only {rows} rows finds both and tries{' '}
          {formatCount(countBoardsTried(rows))} boards instead of {formatCount(countBoardsTried(N))}.{' '}
          {cut === N / 2 ? (
            'In the middle, the trees are smallest.'
          ) : (
            <b>
              Move the <Term part="cut">cut</Term>: where are its <Term part="trees">trees</Term> smallest?
            </b>
          )}
        </p>
        {/* The tree of a search down to the cut and, upside down, of one up to it. */}
        <svg
          class="tree meeting"
          data-part="trees"
          viewBox={`0 0 ${TREE_WIDTH} ${HEIGHT}`}
          role="img"
          aria-label={`Two trees meet at the cut, with ${uppers.length} and ${lowers.length} dots`}
        >
          {drawTree(cut, (depth) => TREE_MARGIN + depth * LEVEL - 1.5)}
          {drawTree(N - cut, (depth) => HEIGHT - TREE_MARGIN - depth * LEVEL + 1.5)}
        </svg>
        <p class="total">
          {formatCount(uppers.length)} upper halves × {formatCount(lowers.length)} lower halves
          <br />
          <strong class="number">{formatCount(pairs)} pairs</strong>
          <br />
          of which only 92 fit
        </p>
      </div>
      <div class="show">
        <HalvesBoard n={N} upper={above} lower={below} />
        <Range name="Rows above the cut" min={1} max={N - 1} value={cut} onChoose={(to) => change({ cut: to })} />
        <p class="verdict" role="status">
          <Verdict upper={above} lower={below} />
        </p>
      </div>
    </>
  );
}

/** Draws the first rows of the tree. Each dot in the last is a half. @param y returns the height of a row. */
function drawTree(rows: number, y: (depth: number) => number) {
  const { edges, dots } = layOut(TREE, y);
  const drawn = TREE.nodes.filter(({ columns }) => columns.length <= rows);
  return (
    <>
      <path class="edge" d={edges(drawn)} />
      <path class="half" d={dots(drawn.filter(({ columns }) => columns.length === rows))} />
    </>
  );
}
