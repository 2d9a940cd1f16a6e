import { cleanOperatorWords } from '../../core/clean-words.js';
import type { AuditAction } from '../../core/audit/actions.js';
import {
  MAX_SUBJECTS,
  type AuditActor,
  type AuditFacts,
  type AuditIntent,
  type AuditOrigin,
  type AuditResult,
  type AuditSubject,
} from '../../core/audit/audit-entry.js';
import { compact } from '../../core/catalogue/compact.js';
import { ActRefused } from '../act-refused.js';
import { isOutage } from '../outage.js';
import type { AuditLog } from '../ports/audit-log.js';

export interface AuditPorts {
  readonly auditLog: Pick<AuditLog, 'append'>;
  readonly clock: () => Date;
  readonly who: AuditActor;
  readonly from: AuditOrigin;
  /** Called if the act is over and its outcome could not be written. */
  readonly onMissingOutcome: (intent: number, error: unknown) => void;
  /** Recognizes an outage in the error of a port that is not guarded. Absent: all ports are. */
  readonly outageOf?: (error: unknown) => unknown;
}

/** What somebody is about to do. */
export interface Act {
  readonly action: AuditAction;
  readonly on?: AuditSubject;
  /** In a person's own words; they are cleaned here. */
  readonly why?: string | undefined;
  readonly facts?: AuditFacts;
  readonly before?: AuditFacts;
  readonly after?: AuditFacts;
}

/** How it ended. */
export interface Ended {
  readonly result: AuditResult;
  readonly facts?: AuditFacts;
  readonly after?: AuditFacts;
}

/**
 * Does something with an entry in the audit log before it and one after it. Without the first entry it does not happen:
 * the error of the log is thrown. If the second one can't be written, what was done stays, and the first one remains
 * without an outcome, which every list of the log shows.
 */
export async function audited<T>(
  ports: AuditPorts,
  act: Act,
  run: () => Promise<T>,
  endOf: (result: T) => Ended = () => ({ result: 'done' }),
): Promise<T> {
  const { auditLog, clock, who, from, onMissingOutcome, outageOf = (error: unknown) => error } = ports;
  const { action, why, ...rest } = act;
  if (act.on && act.on.ids.length > MAX_SUBJECTS) throw new RangeError('one audit entry names too many ids');
  const common = { action, who, from };
  const reason = cleanOperatorWords(why);
  const intent = await auditLog.append(
    compact({ phase: 'intent', at: clock(), ...common, ...rest, why: reason }) as AuditIntent,
  );
  const end = async (ended: Ended): Promise<void> => {
    try {
      await auditLog.append({ phase: 'outcome', at: clock(), ...common, intent, ...ended });
    } catch (error) {
      onMissingOutcome(intent, error);
    }
  };
  let result: T;
  try {
    result = await run();
  } catch (caught) {
    const error = outageOf(caught);
    await end(endOfError(error));
    throw error;
  }
  await end(endOf(result));
  return result;
}

/** Only the error's name is kept: its message may hold data of a lead. */
function endOfError(error: unknown): Ended {
  if (error instanceof ActRefused) return { result: 'refused' };
  const facts = { error: error instanceof Error ? error.name : 'unknown' };
  return { result: isOutage(error) ? 'unknown' : 'failed', facts };
}
