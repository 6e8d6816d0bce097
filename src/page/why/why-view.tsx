import type { ComponentType } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { useAddress, type ViewProps, writePlace } from '../address.js';
import { Choice, Note, range } from '../parts/controls.js';
import { BandStep } from './band-step.js';
import { CostStep } from './cost-step.js';
import { CutStep } from './cut-step.js';
import { GrowStep } from './grow-step.js';
import { KeyStep } from './key-step.js';
import { MatrixStep } from './matrix-step.js';
import { PairsStep } from './pairs-step.js';
import { SplitStep } from './split-step.js';
import { SymmetryStep } from './symmetry-step.js';
import { TreeStep } from './tree-step.js';
import { LEAST_N, MOST_N, placeOf, type StepProps, stateAt, stateFor, type WhyState } from './why-state.js';

/** The steps of the explanation, each a picture to act on and a few sentences. */
const STEPS: readonly { readonly title: string; readonly Step: ComponentType<StepProps> }[] = [
  { title: 'Backtracking visits all of this', Step: TreeStep },
  { title: 'One solution of eight stands for all', Step: SymmetryStep },
  { title: 'The first rows split the work', Step: SplitStep },
  { title: 'Cut the board in two', Step: CutStep },
  { title: 'Lists that grow row by row', Step: GrowStep },
  { title: 'What is left of a half: its diagonals', Step: KeyStep },
  { title: 'Pairs that fit', Step: PairsStep },
  { title: '128 pairs at once', Step: MatrixStep },
  { title: 'A band between the halves', Step: BandStep },
  { title: 'What it costs', Step: CostStep },
];

/** Explains the method, step by step, on small boards. */
export function WhyView(props: ViewProps) {
  const { place } = props;
  const [asked, setAsked] = useState(place);
  const [{ state, notes }, setState] = useState(() => stateAt(place));
  const heading = useRef<HTMLHeadingElement>(null);
  if (asked !== place) {
    setAsked(place);
    setState(stateAt(place));
  }
  const { n, step } = state;
  useAddress(placeOf(state), `${n} ${step}`, props);

  function change(changed: Partial<WhyState>): void {
    setState({ state: { ...state, ...changed }, notes: [] });
  }
  function goTo(next: number): void {
    change({ step: next });
    heading.current?.focus();
  }
  const { title, Step } = STEPS[step - 1] ?? { title: '', Step: TreeStep };
  return (
    <div class="why">
      <Note>{notes.join(' ')}</Note>
      <nav class="steps" aria-label="Steps">
        <button type="button" onClick={() => goTo(step - 1)} disabled={step === 1}>
          ◂ Previous
        </button>
        <ol>
          {STEPS.map(({ title }, index) => (
            <li key={title}>
              <a
                href={writePlace(placeOf({ ...state, step: index + 1 }))}
                aria-label={`${index + 1}: ${title}`}
                title={title}
                aria-current={index + 1 === step ? 'step' : undefined}
              >
                {index + 1}
              </a>
            </li>
          ))}
        </ol>
        <button type="button" class="main" onClick={() => goTo(step + 1)} disabled={step === STEPS.length}>
          Next ▸
        </button>
        <Choice
          name="Queens"
          value={n}
          values={range(LEAST_N, MOST_N)}
          onChoose={(size) => setState({ state: stateFor(size, step, state.threads), notes: [] })}
        />
      </nav>
      <section class="card why-step" aria-labelledby="why-step">
        <h2 id="why-step" ref={heading} tabIndex={-1}>
          {step}. {title}
        </h2>
        <Step key={`${n} ${step}`} state={state} change={change} />
      </section>
    </div>
  );
}
