import type { LeadRecord } from '../../core/lead/lead-record.js';
import type { ReturnRequest } from '../../core/money/return-lead.js';
import { standingReturn } from '../../core/money/returned.js';
import type { UndoRequest } from '../../core/money/undo-return.js';
import { ActRefused } from '../act-refused.js';
import type { AuditPorts } from '../audit/audited.js';
import type { Acted } from '../settle/settle-as.js';
import type { ReturnPorts } from './return-lead.js';
import { returnOne, undoOne } from './return-one.js';
import type { UndoPorts } from './undo-return.js';

/** Returns one lead. The same person may repeat it. Throws ActRefused if nothing was changed. */
export async function returnAs(
  ports: ReturnPorts,
  audit: AuditPorts,
  id: string,
  request: ReturnRequest,
): Promise<Acted<'returned' | 'already'>> {
  const done = await returnOne(ports, audit, id, request);
  if (done.outcome === 'returned') {
    const over = done.returned.overrode?.rules.join(' and ');
    return {
      outcome: 'returned',
      sentence: `The lead is returned for ${request.code}${over === undefined ? '' : `, over ${over}`}. It is booked within seconds; cap places and claims follow the rules of the buyer.`,
    };
  }
  if (done.outcome === 'refused' && isRepeated(done.lead, request))
    return {
      outcome: 'already',
      sentence: `Nothing changed: you returned this lead for ${request.code} before.`,
    };
  if (done.outcome === 'refused' && done.rule === 'unknown_reason')
    throw new ActRefused('invalid', `The lead ${done.why}`, 'reason');
  throw refused(done.outcome === 'refused' ? done.why : done.outcome);
}

const isRepeated = (lead: LeadRecord, { code, by }: ReturnRequest): boolean => {
  const before = standingReturn(lead);
  return before?.code === code && before.by === by;
};

/** Undoes the return of one lead. The same person may repeat it. Throws ActRefused if nothing was changed. */
export async function undoReturnAs(
  ports: UndoPorts,
  audit: AuditPorts,
  id: string,
  request: UndoRequest,
): Promise<Acted<'undone' | 'begun' | 'already'>> {
  const done = await undoOne(ports, audit, id, request);
  switch (done.outcome) {
    case 'undone':
      return { outcome: 'undone', sentence: 'The return is undone. That is booked within seconds.' };
    case 'begun':
      return {
        outcome: 'begun',
        sentence:
          'The return is being undone: within seconds, it is booked, the sale counts in its caps again, and its claims are taken back if they are still free.',
      };
    case 'refused':
      if (done.by !== request.by) throw refused(done.why);
      return { outcome: 'already', sentence: 'Nothing changed: you undid the return of this lead before.' };
    default:
      throw refused(done.outcome);
  }
}

/** `why` completes the sentence "The lead …", or is `no_lead` or `later`. */
function refused(why: string): ActRefused {
  if (why === 'no_lead') return new ActRefused('unknown', 'There is no lead with this id', 'id');
  const sentence = why === 'later' ? 'is being changed at this moment: try it again' : why;
  return new ActRefused('conflict', `The lead ${sentence}; nothing was changed`);
}
