import type { ComponentType } from 'preact';
import { useRef } from 'preact/hooks';
import { useAddress, useRouted, type ViewProps, writeRoute } from '../address.js';
import { Button, Choice, Note } from '../parts/controls.js';
import { useKeys } from '../parts/keys.js';
import { BandStep } from './band-step.js';
import { BillStep } from './bill-step.js';
import { ColumnsStep } from './columns-step.js';
import { DiagonalsStep } from './diagonals-step.js';
import { GrowStep } from './grow-step.js';
import { HalvesStep } from './halves-step.js';
import { SymmetryStep } from './symmetry-step.js';
import { TableStep } from './table-step.js';
import { TreeStep } from './tree-step.js';
import { VectorStep } from './vector-step.js';
import { BOARDS, routeOf, type StepProps, stateAt } from './why-state.js';

/** A step of the explanation: a text, an interactive picture, and a question that the next step answers. */
interface Step {
  readonly title: string;
  readonly Step: ComponentType<StepProps>;
  readonly question?: string;
  /** Whether the step shows the same board for each choice of queens. */
  readonly hasFixedN?: boolean;
}

const STEPS: readonly Step[] = [
  {
    title: 'The tree of all attempts',
    Step: TreeStep,
    question: 'So this program cannot have visited the whole tree. Can it skip solutions and still count them?',
  },
  {
    title: 'One solution counts for eight',
    Step: SymmetryStep,
    question: 'An eighth of that tree is still far too large. Can queens be placed without a tree?',
  },
  {
    title: 'Two halves instead of one board',
    Step: HalvesStep,
    question: 'Comparing all these pairs would take longer than the tree. Which pairs can be ruled out at once?',
  },
  {
    title: 'Columns decide which halves are paired',
    Step: ColumnsStep,
    question: 'But where do all these lists come from, if not from a search?',
  },
  {
    title: 'Lists grow row by row',
    Step: GrowStep,
    question: 'Now there are two lists for each column set. When is a pair of halves a solution?',
  },
  {
    title: 'Diagonals decide which pairs fit',
    Step: DiagonalsStep,
    question: 'So halves are compared bit by bit. Must each pair be compared on its own?',
  },
  {
    title: 'A table of bits tests a whole list',
    Step: TableStep,
    question: 'Here each row has only a few bits. What do we gain if lists are long?',
  },
  {
    title: '128 pairs at a time, on a board of 16',
    Step: VectorStep,
    hasFixedN: true,
    question: 'Even so, large boards have very many pairs. Can the lists be made shorter?',
  },
  {
    title: 'A band between the halves',
    Step: BandStep,
    question: 'How much work does all this save?',
  },
  { title: 'The bill', Step: BillStep },
];

/** The view that explains the method on small boards, in ten steps. */
export function WhyView(props: ViewProps) {
  const { route, isShown, goTo } = props;
  const [state, change, note] = useRouted(route, stateAt);
  const heading = useRef<HTMLHeadingElement>(null);
  const { n, step } = state;
  useAddress(routeOf(state), props);

  const routeTo = (next: number) => routeOf({ ...state, step: next, at: undefined });
  function show(next: number): void {
    if (next < 1 || next > STEPS.length) return;
    goTo(routeTo(next));
    heading.current?.focus(); // also scrolls to the beginning of the step
  }
  useKeys(isShown ? { ArrowRight: () => show(step + 1), ArrowLeft: () => show(step - 1) } : undefined);

  const { title, Step, question, hasFixedN = false }: Step = STEPS[step - 1] ?? { title: '', Step: TreeStep };
  return (
    <div class="why">
      <Note>{note}</Note>
      <nav class="row steps" aria-label="Steps">
        <ol class="row">
          {STEPS.map(({ title }, index) => (
            <li key={title}>
              <a
                href={writeRoute(routeTo(index + 1))}
                aria-label={`${index + 1}: ${title}`}
                title={title}
                aria-current={index + 1 === step ? 'step' : undefined}
              >
                {index + 1}
              </a>
            </li>
          ))}
        </ol>
        {hasFixedN ? (
          <p class="hint">This step always shows 16 queens.</p>
        ) : (
          <Choice
            name="Queens"
            value={n}
            values={BOARDS}
            onChoose={(n) => goTo({ ...route, query: { n: String(n), step: String(step) } })}
          />
        )}
      </nav>
      <section class="card why-step" aria-labelledby="why-step">
        <h2 id="why-step" ref={heading} tabIndex={-1}>
          {step}. {title}
        </h2>
        <Step key={`${n} ${step}`} state={state} change={change} />
        <div class="row onwards">
          {question && <p>{question}</p>}
          <div class="row controls">
            <Button isOff={step === 1} onPress={() => show(step - 1)}>
              ◂ Previous
            </Button>
            <Button isMain isOff={step === STEPS.length} onPress={() => show(step + 1)}>
              Next ▸
            </Button>
          </div>
        </div>
      </section>
    </div>
  );
}
