import { audited, type AuditPorts } from '../audit/audited.js';

/** A sign-in that did not succeed. */
export interface RefusedSignIn {
  readonly why: 'wrong' | 'no_role' | 'removed' | 'replaced' | 'provider';
  /** The person, if there is one. */
  readonly person?: string;
  /** A keyed hash of what was typed, if there is nobody. */
  readonly account?: string;
}

/** Writes a refused sign-in to the audit log. */
export type RecordRefusal = (audit: Omit<AuditPorts, 'who'>, refused: RefusedSignIn) => Promise<void>;

const HOUR_MS = 3_600_000;

/**
 * Records at most `most` refused sign-ins in an hour. Anybody can cause one, and the log can never be shortened. Those
 * beyond are counted, and the next entry has their number.
 */
export function createRefusalRecord(most: number): RecordRefusal {
  let [hour, recorded, unrecorded] = [0, 0, 0];
  return async (audit, { why, person, account }) => {
    const now = Math.floor(audit.clock().getTime() / HOUR_MS);
    if (now !== hour) [hour, recorded] = [now, 0];
    if (recorded >= most) {
      unrecorded += 1;
      return;
    }
    recorded += 1;
    const before = unrecorded;
    unrecorded = 0;
    await audited(
      { ...audit, who: { kind: 'process', id: 'console' } },
      {
        action: 'session.begin',
        ...(person !== undefined && { on: { kind: 'person', ids: [person] } }),
        facts: {
          why,
          ...(account !== undefined && { account }),
          ...(before > 0 && { unrecorded_before: before }),
        },
      },
      () => Promise.resolve(),
      () => ({ result: 'refused' }),
    );
  };
}
