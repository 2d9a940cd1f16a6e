import { anchorLine, anchorText, type AuditAnchor } from '../../core/audit/anchor.js';
import type { AuditReader } from '../ports/audit-log.js';

interface Log {
  info(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export interface AnchorPorts {
  readonly auditHead: Pick<AuditReader, 'head' | 'hashOf'>;
  readonly clock: () => Date;
  readonly log: Log;
  /** Adds a line to the anchor file. Undefined: none is set. */
  readonly appendAnchor: ((line: string) => Promise<void>) | undefined;
}

/**
 * Keeps the head of the audit log outside the database. Returns a function for each turn. It remembers the last anchor,
 * so a log that was cut or rewritten since is noticed at the next turn. It needs no secret.
 */
export function createAnchoring(ports: AnchorPorts): () => Promise<void> {
  const { auditHead, clock, log, appendAnchor } = ports;
  let last: AuditAnchor | undefined;
  return async () => {
    if (last && (await auditHead.hashOf(last.number)) !== last.hash)
      log.error(
        { audit_anchor: anchorText(last) },
        'the audit log was cut or rewritten since this anchor; run leadkeep audit-log verify --anchor',
      );
    const head = await auditHead.head();
    if (head === null) return;
    last = head;
    log.info({ audit_anchor: anchorText(head) }, 'audit log anchor');
    await appendAnchor?.(`${anchorLine(clock(), head)}\n`);
  };
}
