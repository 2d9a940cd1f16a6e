import type { AuditAnchor } from '../../core/audit/anchor.js';
import { OUTCOME_DUE_MS } from '../../core/audit/audit-entry.js';
import { createAuditVerifier, type AuditFault } from '../../core/audit/audit-verifier.js';
import type { KeyedHash } from '../../core/audit/chain.js';
import type { AuditReader } from '../ports/audit-log.js';

/** More intents without an outcome than this are not named. */
const MAX_OPEN = 1_000;

interface Verifying {
  readonly reader: Pick<AuditReader, 'all'>;
  readonly keyedHash: KeyedHash;
  readonly anchors?: readonly AuditAnchor[];
  readonly now: Date;
  readonly onFault: (fault: AuditFault) => void;
}

export interface VerifiedLog {
  readonly entries: number;
  readonly faults: number;
  /** Intents older than a minute without an outcome: the process ended, or the database went away. At most 1,000. */
  readonly open: readonly number[];
}

/** Reads the whole log, and reports everything in it that was not written so. Needs little memory. */
export async function verifyAuditLog({ reader, now, ...options }: Verifying): Promise<VerifiedLog> {
  const verifier = createAuditVerifier(options);
  const due = now.getTime() - OUTCOME_DUE_MS;
  const open = new Set<number>();
  for await (const stored of reader.all()) {
    verifier.add(stored);
    const { phase, number, at, intent } = stored.entry;
    if (phase === 'outcome') open.delete(Number(intent));
    else if (phase === 'intent' && at instanceof Date && at.getTime() < due && open.size < MAX_OPEN)
      open.add(Number(number));
  }
  return { ...verifier.end(), open: [...open] };
}
