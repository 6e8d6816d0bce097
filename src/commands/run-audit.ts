import type { KernelKind } from '../../workers/kernels.js';
import { loadLedgerFile } from '../ledger/load.js';
import type { When } from '../report/terminal.js';
import type { SampleSize } from './audit.js';
import { auditLedger } from './audit-ledger.js';

export interface AuditArguments {
  readonly file: string;
  readonly sample: SampleSize;
  readonly seed: number | undefined;
  readonly threads: number | undefined;
  readonly kernel: KernelKind;
  readonly json: boolean;
  readonly quiet: boolean;
  readonly progress: When;
  readonly color: When;
}

/** Counts a sample of a ledger file again and prints what came of it. */
export async function runAudit({ file, ...args }: AuditArguments): Promise<void> {
  await auditLedger({ ...args, source: file, ...loadLedgerFile(file) });
}
