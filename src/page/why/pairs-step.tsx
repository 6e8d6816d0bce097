import { plural } from '../../text/numbers.js';
import { clashes, diagonalName } from './half-boards.js';
import { HalfList, HalvesBoard, halves } from './half-pictures.js';
import { columnsIn, NO_DETAIL, type StepProps, useHalves } from './why-state.js';

/** Which lower halves fit the chosen upper one. */
export function PairsStep({ state, change }: StepProps) {
  const { n } = state;
  const { cut, set, upper, half } = useHalves(state);
  const fitting = set.below.filter((lower) => clashes(upper, lower).length === 0);
  const best = set.below.findIndex((lower) => clashes(upper, lower).length === 0);
  const place = Math.min(state.detail.lower ?? Math.max(0, best), set.below.length - 1);
  const lower = set.below[place];
  const common = lower ? clashes(upper, lower) : [];
  const pairs = set.above.length * set.below.length;
  const found = set.above.reduce(
    (sum, one) => sum + set.below.filter((other) => clashes(one, other).length === 0).length,
    0,
  );

  return (
    <>
      <div class="why-text">
        <p>
          An upper and a lower half make a solution if no diagonal has a queen in both: if no bit is 1 in both keys.
          Choose an upper half. The lower halves that fit light up; choose another one to see where it clashes.
        </p>
        <h3>Upper halves on columns {columnsIn(set.columns).join(', ')}</h3>
        <HalfList
          n={n}
          list={set.above}
          side="above"
          chosen={half}
          onChoose={(one) => change({ columns: columnsIn(set.columns), half: one, detail: NO_DETAIL })}
        />
        <h3>Lower halves on the other columns</h3>
        <HalfList
          n={n}
          list={set.below}
          side="below"
          chosen={place}
          onChoose={(lower) => change({ detail: { lower } })}
          noteOf={(other) => {
            const count = clashes(upper, other).length;
            return count === 0
              ? { text: 'fits', isGood: true }
              : { text: `${count} ${count === 1 ? 'clash' : 'clashes'}`, isGood: false };
          }}
        />
      </div>
      <div class="why-picture">
        <HalvesBoard cut={cut} above={upper} below={lower} diagonals={common} look="clash" />
        <p role="status">
          {common.length === 0
            ? 'This pair fits: a solution.'
            : `This pair clashes on ${common.map(diagonalName).join(' and ')}.`}{' '}
          {fitting.length} of {halves(set.below.length, 'lower')} {fitting.length === 1 ? 'fits' : 'fit'} this upper
          one. The two lists make {plural(pairs, 'pair')}, and {plural(found, 'solution')}.
        </p>
      </div>
    </>
  );
}
