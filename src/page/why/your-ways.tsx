import type { Placement } from '../../core/board/placement.js';
import { findFundamental, isFundamental, orbit } from '../../core/board/symmetries.js';
import { BoardList } from '../parts/board-list.js';
import { Button } from '../parts/controls.js';
import { WAYS } from './halves.js';

/** One way of each kind. The kind's other ways are its turns and mirror images. */
const KINDS = WAYS.filter(isFundamental);

/**
 * The player's collection: each way found, followed by its turns and mirror images in gray.
 *
 * @param found ways in the order in which they were found.
 * @param shown the way on the board; undefined if a queen is missing.
 */
export function YourWays(props: {
  readonly found: readonly Placement[];
  readonly shown: Placement | undefined;
  readonly onShow: (way: Placement) => void;
  /** Called with the first queens of a way of a missing kind. */
  readonly onBegin: (queens: Placement) => void;
  readonly onForget: () => void;
}) {
  const { found, shown, onShow, onBegin, onForget } = props;
  const classes = found.map((way) => String(findFundamental(way)));
  const firsts = found.filter((_, index) => classes.indexOf(classes[index] ?? '') === index);
  const boards = firsts.flatMap(orbit);
  const missing = KINDS.filter((kind) => !classes.includes(String(kind)));
  const isFound = new Set(found.map(String));
  // The boards shrink as their number grows, so the images of many ways take no more room than those of two.
  const across = firsts.length <= 2 ? 12 : firsts.length <= 4 ? 16 : 25;
  return (
    <section class="ways after" aria-label="Your ways" style={{ '--across': across }}>
      <p class="row hint">
        <span>
          <b>
            Your ways: {found.length} of 92, {firsts.length} of {KINDS.length} kinds.
          </b>
          {[' This browser keeps the ways that you find.', ' Gray: turned or flipped.'][firsts.length]}
        </span>
        {found.length > 0 && (
          <>
            {missing[0] && <Button onPress={() => onBegin(missing[0]?.slice(0, 3) ?? [])}>Begin another kind</Button>}
            <Button onPress={onForget}>Clear list</Button>
          </>
        )}
      </p>
      {found.length > 0 && (
        <BoardList
          label="Ways"
          boards={boards}
          chosen={shown}
          getNote={(index) => (isFound.has(String(boards[index])) ? undefined : 'image')}
          onChoose={(index) => onShow(boards[index] ?? [])}
        />
      )}
    </section>
  );
}
