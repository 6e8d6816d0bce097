import { loadLedgerFile } from '../ledger/read.js';
import { type AuditArguments, auditLedger } from './audit-ledger.js';

/** Counts a sample of a ledger file again and prints what came of it. */
export async function runAudit({ file, ...args }: AuditArguments & { readonly file: string }): Promise<void> {
  await auditLedger({ ...args, source: file, ...loadLedgerFile(file) });
}
