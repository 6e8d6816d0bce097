import { useMemo, useRef } from 'preact/hooks';
import type { Cell } from '../../board/attacked.js';
import type { Placement } from '../../board/placement.js';
import { classSize, isFundamental, mirror, orbit, quarterTurn } from '../../board/symmetries.js';
import { plural } from '../../text/numbers.js';
import { solutions } from '../../textbook/bitmask.js';
import { Board, CELL, MiniBoard, middleOf } from '../parts/board.js';
import { useReducedMotion } from '../parts/media.js';
import { countedSolutions, middleLines, middleQueens, ruleFor, violation } from './middle-lines.js';
import type { StepProps } from './why-state.js';

/** Milliseconds of a turn. */
const TURN = 600;

/** Turns and mirrors a solution onto its images, and tells how counting uses that. */
export function SymmetryStep({ state: { n, solution }, change }: StepProps) {
  const picture = useRef<HTMLDivElement>(null);
  const isStill = useReducedMotion();
  const all = useMemo(() => [...solutions(n)], [n]);
  const classes = useMemo(() => all.filter(isFundamental), [all]);
  const first = classes[0] ?? [];
  const shown = solution && all.some((other) => String(other) === String(solution)) ? solution : first;
  const images = orbit(shown).sort((a, b) => String(a).localeCompare(String(b)));
  const weights = useMemo(() => countedSolutions(n), [n]);
  const reason = violation(shown);
  const place = classes.findIndex((one) => images.some((image) => String(image) === String(one)));

  /** Moves the board as the symmetry moves it, then shows the image. */
  function turn(to: (placement: Placement) => Placement, transform: string): void {
    const board = picture.current?.querySelector('.queens');
    const image = to(shown);
    if (isStill || !board) {
      change({ solution: image });
      return;
    }
    const animation = board.animate([{ transform: 'none' }, { transform }], { duration: TURN, easing: 'ease-in-out' });
    animation.onfinish = () => change({ solution: image });
  }

  return (
    <>
      <div class="why-text">
        <p>
          Turn the board, or look at it in a mirror: a solution stays a solution. So solutions come in classes of up to
          eight images, and it is enough to find one of each. {plural(n, 'queen')} have {plural(all.length, 'solution')}{' '}
          in {classes.length} {classes.length === 1 ? 'class' : 'classes'}: {sumOf(classes.map(classSize))} ={' '}
          {all.length}.
        </p>
        <div class="controls">
          <button type="button" onClick={() => turn(quarterTurn, 'rotate(90deg)')}>
            Quarter turn
          </button>
          <button type="button" onClick={() => turn(mirror, 'scaleX(-1)')}>
            Mirror
          </button>
          <button
            type="button"
            disabled={classes.length < 2}
            onClick={() => change({ solution: classes[(place + 1) % classes.length] })}
          >
            Another class
          </button>
        </div>
        <p>
          Class {place + 1} of {classes.length} has {plural(images.length, 'image')}
          {weights &&
            `, of which the program counts ${sumOf(images.flatMap((image) => weights.get(String(image)) ?? []))}`}
          :
        </p>
        <ul class="boards siblings">
          {images.map((image) => {
            const weight = weights?.get(String(image));
            const note = weights && (weight === undefined ? 'not counted' : `counts ${weight}`);
            return (
              <li key={String(image)} class={weight === undefined ? undefined : 'fits'}>
                <button
                  type="button"
                  aria-pressed={String(image) === String(shown)}
                  aria-label={[`image ${image.join(' ')}`, ...(note ? [note] : [])].join(', ')}
                  onClick={() => change({ solution: image })}
                >
                  <MiniBoard placement={image} />
                  {weights && <span class="note">{weight === undefined ? '–' : `× ${weight}`}</span>}
                </button>
              </li>
            );
          })}
        </ul>
        {weights ? (
          <p>
            The program compares no images. It looks at the middle lines: {lowerFirst(ruleFor(n))} Few images of a class
            are like that, and those count for the others. So its plan for {n} queens meets{' '}
            {plural(weights.size, 'solution')}: {sumOf([...weights.values()])} = {all.length}. The larger the board, the
            nearer this comes to one of eight.
          </p>
        ) : (
          <p>The program has a rule for which image it counts. It can be seen from 5 queens on: choose more.</p>
        )}
      </div>
      <div class="why-picture">
        <div ref={picture}>
          <Board n={n} queens={shown.map((col, row): Cell => [row, col])} label={`Solution ${shown.join(' ')}`}>
            {weights && <MiddleLines n={n} queens={middleQueens(shown)} />}
          </Board>
        </div>
        {weights && (
          <p role="status">{reason ? `Not counted: ${reason}.` : `Counted, for ${weights.get(String(shown))}.`}</p>
        )}
      </div>
    </>
  );
}

/** The middle lines of the board, and rings around their queens. */
function MiddleLines({ n, queens }: { readonly n: number; readonly queens: readonly Cell[] }) {
  return (
    <>
      {middleLines(n).flatMap((line) => [
        <rect key={`row ${line}`} class="middle-line" y={line * CELL} width={n * CELL} height={CELL} />,
        <rect key={`column ${line}`} class="middle-line" x={line * CELL} width={CELL} height={n * CELL} />,
      ])}
      {queens.map((cell, i) => {
        const [x, y] = middleOf(cell);
        return <circle key={i} class={i === 0 ? 'ring first' : 'ring'} cx={x} cy={y} r={CELL / 2 - 1.5} />;
      })}
    </>
  );
}

function lowerFirst(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1);
}

/** `11 × 8 + 1 × 4`. */
function sumOf(sizes: readonly number[]): string {
  const distinct = [...new Set(sizes)].sort((a, b) => b - a);
  return distinct.map((size) => `${sizes.filter((other) => other === size).length} × ${size}`).join(' + ');
}
