import { useMemo, useRef } from 'preact/hooks';
import { plainSolutions } from '../../../workers/meet-plain-readable.js';
import type { Cell } from '../../board/attacked.js';
import type { Placement } from '../../board/placement.js';
import { classSize, isFundamental, mirror, orbit, quarterTurn } from '../../board/symmetries.js';
import { plainSubproblems } from '../../plan/meet-plain-plan.js';
import { plural } from '../../text/numbers.js';
import { solutions } from '../../textbook/bitmask.js';
import { Board, MiniBoard } from '../parts/board.js';
import { useReducedMotion } from '../parts/media.js';
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
          Class {place + 1} of {classes.length} has {plural(images.length, 'image')}:
        </p>
        <ul class="boards siblings">
          {images.map((image) => (
            <li key={String(image)}>
              <button
                type="button"
                aria-pressed={String(image) === String(shown)}
                aria-label={`image ${image.join(' ')}`}
                onClick={() => change({ solution: image })}
              >
                <MiniBoard placement={image} />
              </button>
            </li>
          ))}
        </ul>
        <Weights n={n} />
      </div>
      <div class="why-picture" ref={picture}>
        <Board n={n} queens={shown.map((col, row): Cell => [row, col])} label={`Solution ${shown.join(' ')}`} />
      </div>
    </>
  );
}

/** How the counter knows which image it has: from its own weights. */
function Weights({ n }: { readonly n: number }) {
  const weights = useMemo(() => (n % 2 === 0 ? weightsOf(n) : undefined), [n]);
  if (!weights) {
    return (
      <p>
        The counter does not compare images. For odd n it demands where the queens of the middle row and the middle
        column stand: the one farther out, to the right, and the other above. Of eight images exactly one is like that,
        and it counts eight.
      </p>
    );
  }
  const visited = weights.reduce((sum, { times }) => sum + times, 0);
  const total = weights.reduce((sum, { weight, times }) => sum + weight * times, 0);
  return (
    <p>
      The counter does not compare images. It demands where certain queens stand, so that few images of a class are
      left, and gives those a weight. For {n} queens its plan meets {plural(visited, 'solution')}:{' '}
      {weights.map(({ weight, times }) => `${times} × ${weight}`).join(' + ')} = {total}. The larger the board, the
      nearer this comes to one of eight.
    </p>
  );
}

/** How many solutions the plan of the plain variant meets, by their weight. */
function weightsOf(n: number): readonly { readonly weight: number; readonly times: number }[] {
  const times = new Map<number, number>();
  const cut = { keyColumns: 0, extraPairs: 0, longestList: 2 ** 16 };
  for (const subproblem of plainSubproblems(n, cut, 2 ** 20)) {
    for (const { weight } of plainSolutions(subproblem)) times.set(weight, (times.get(weight) ?? 0) + 1);
  }
  return [...times].map(([weight, count]) => ({ weight, times: count })).sort((a, b) => a.weight - b.weight);
}

/** `11 × 8 + 1 × 4`. */
function sumOf(sizes: readonly number[]): string {
  const distinct = [...new Set(sizes)].sort((a, b) => b - a);
  return distinct.map((size) => `${sizes.filter((other) => other === size).length} × ${size}`).join(' + ');
}
