import type { KernelKind } from '../../workers/kernels.js';
import type { Part } from '../plan/part.js';
import type { Algorithm } from '../plan/subproblem.js';
import type { When } from '../terminal/terminal.js';

/** What the command line of a count says. */
export interface CountArguments {
  readonly n: number;
  readonly threads: number | undefined;
  readonly depth: number | undefined;
  readonly memory: number | undefined;
  readonly algorithm: 'auto' | Algorithm;
  readonly kernel: KernelKind;
  readonly verify: boolean;
  readonly checkpoint: string | undefined;
  readonly repair: boolean;
  readonly drop: readonly string[] | undefined;
  readonly part: Part | undefined;
  readonly out: string | undefined;
  readonly planOf: string | undefined;
  readonly json: boolean;
  readonly quiet: boolean;
  readonly progress: When;
  readonly color: When;
}
