// src/page/why is the *Why* view: the game, and the explanation of the method in steps.

import type { ComponentType } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { useAddressState, type ViewProps } from '../parts/address.js';
import { Button, Note } from '../parts/controls.js';
import { useKeys } from '../parts/keys.js';
import { BatchStep } from './batch-step.js';
import { ColumnsStep } from './columns-step.js';
import { CoresStep } from './cores-step.js';
import { CutStep } from './cut-step.js';
import { DiagonalsStep } from './diagonals-step.js';
import { describePayoff, PayoffStep } from './payoff-step.js';
import { PlayStep } from './play-step.js';
import { lightUp } from './term.js';
import { TreeStep } from './tree-step.js';
import { parseChoices, type StepProps, type WhyState } from './why-state.js';

/** A step of the explanation. It ends with a question that the next step answers. */
interface Step {
  readonly name: string;
  readonly title: string | ((state: WhyState) => string);
  readonly Step: ComponentType<StepProps>;
  readonly question: string;
}

const STEPS: readonly Step[] = [
  {
    name: 'Place queens',
    title: 'In how many ways can 8 queens stand so that none attacks another?',
    Step: PlayStep,
    question: 'By hand, it is luck. How does a program find all 92 ways, and miss none?',
  },
  {
    name: 'Row by row',
    title: 'Search row by row',
    Step: TreeStep,
    question: 'For 20 queens, that takes far too long. Must every board be built?',
  },
  {
    name: 'Cut the board',
    title: 'Few halves, many pairs',
    Step: CutStep,
    question: 'Now there are more pairs than boards. Which pairs never need checking?',
  },
  {
    name: 'Columns',
    title: 'Most pairs never need checking',
    Step: ColumnsStep,
    question: 'Some of these pairs still clash. How can a program see that at once?',
  },
  {
    name: 'Diagonals',
    title: 'A half is two rows of bits',
    Step: DiagonalsStep,
    question: 'Does a processor have to compare such rows one pair at a time?',
  },
  {
    name: '128 at once',
    title: '128 pairs at once',
    Step: BatchStep,
    question: 'Few halves, few pairs, 128 at once. How much does it all save?',
  },
  {
    name: 'The payoff',
    title: ({ board }) => describePayoff(board),
    Step: PayoffStep,
    question: 'That is one core. How do several share the work?',
  },
  {
    name: 'Cores',
    title: 'Cores share the work',
    Step: CoresStep,
    question: 'Your own browser can also count. How long does it take for 18 queens?',
  },
];

/** The *Why* view: it explains the method in eight steps, beginning with a game. */
export function WhyView(props: ViewProps) {
  const { isShown } = props;
  const { state, change, goTo, linkTo, note } = useAddressState(parseChoices, props);
  const heading = useRef<HTMLHeadingElement>(null);
  const hasMoved = useRef(false);
  const { step } = state;

  function show(next: number): void {
    if (next < 1 || next > STEPS.length) return;
    hasMoved.current = true;
    goTo({ step: next });
  }
  useLayoutEffect(() => {
    if (hasMoved.current) heading.current?.focus(); // also scrolls to the beginning of the step
    hasMoved.current = false;
  }, [step]);
  useEffect(() => {
    if (isShown) document.title = `Step ${step}: ${STEPS[step - 1]?.name} - queens-par`;
  }, [isShown, step]);
  const [forth, back] = [() => show(step + 1), () => show(step - 1)];
  useKeys(isShown ? { ArrowRight: forth, PageDown: forth, ArrowLeft: back, PageUp: back } : undefined);

  const shown = STEPS[step - 1];
  if (!shown) return null; // the address has been checked
  const { name, title, Step, question } = shown;
  const next = STEPS[step]?.name;
  return (
    <div class="why">
      <Note>{note}</Note>
      <nav aria-label="Steps">
        <ol class="steps">
          {STEPS.map(({ name }, index) => (
            <li key={name} class={index < step - 1 ? 'done' : index === step - 1 ? 'current' : undefined}>
              <a href={linkTo({ step: index + 1 })} aria-current={index + 1 === step ? 'step' : undefined}>
                <span>{name}</span>
              </a>
            </li>
          ))}
        </ol>
      </nav>
      <section
        class={`step step-${step}`}
        aria-label={`Step ${step}: ${name}`}
        onPointerOver={lightUp}
        onFocusIn={lightUp}
      >
        <Step
          key={step}
          state={state}
          change={change}
          heading={
            <h1 ref={heading} tabIndex={-1}>
              {typeof title === 'string' ? title : title(state)}
            </h1>
          }
        />
      </section>
      <div class="row onwards">
        <p>{question}</p>
        <div class="row turn">
          <Button isOff={step === 1} onPress={back}>
            ◂ Back
          </Button>
          {next ? (
            <Button isMain onPress={forth}>
              {next} ▸
            </Button>
          ) : (
            <a class="main" href="#count?start=now">
              Count them ▸
            </a>
          )}
        </div>
      </div>
    </div>
  );
}
