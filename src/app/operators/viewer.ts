import type { Permission } from '../../core/operators/permissions.js';
import { audited, type AuditPorts } from '../audit/audited.js';
import type { WorkLog } from '../ports/work-ports.js';

/** Who calls. The id and the name stand in the log. */
export interface Viewer {
  readonly kind: 'key' | 'person' | 'os_user';
  /** The id of the operator key or the person, or the account of the operating system. */
  readonly id: string;
  readonly name: string;
  readonly permissions: readonly Permission[];
}

/** Where a reveal leaves its traces. */
export interface RevealPorts {
  readonly audit: AuditPorts;
  readonly log: Pick<WorkLog, 'info'>;
}

/** What is revealed, and why if somebody said so. */
interface Revealing<R> {
  readonly kind: 'lead' | 'search';
  readonly record: R;
  readonly why?: string;
}

/**
 * Returns the record as the viewer may read it: masked, unless a program has a key with `pii:read`. A person reads it
 * masked, and reveals it with a reason (`reveal`).
 */
export async function revealTo<R extends { readonly id: string }>(
  viewer: Viewer,
  { kind, record }: Revealing<R>,
  mask: (record: R) => R,
  ports: RevealPorts,
): Promise<{ readonly record: R; readonly personal_data: 'masked' | 'shown' }> {
  const shows = viewer.kind === 'key' && viewer.permissions.includes('pii:read');
  if (!shows) return { record: mask(record), personal_data: 'masked' };
  await reveal(viewer, { kind, record }, ports);
  return { record, personal_data: 'shown' };
}

/** Writes to the audit log and to the log who reads which record; neither holds any of the data. */
export const reveal = <R extends { readonly id: string }>(
  { kind: who, id, name }: Viewer,
  { kind, record, why }: Revealing<R>,
  { audit, log }: RevealPorts,
): Promise<void> =>
  audited(audit, { action: `${kind}.reveal`, on: { kind, ids: [record.id] }, why }, () => {
    const reader = who === 'key' ? { operator_key: id, operator_name: name } : { [who]: id };
    log.info({ ...reader, [`${kind}_id`]: record.id }, 'personal data was shown to an operator');
    return Promise.resolve();
  });
