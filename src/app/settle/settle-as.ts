import { formatTime } from '../../core/format-time.js';
import type { Settlement } from '../../core/delivery/settle.js';
import { lastOfKind } from '../../core/lead/lead-entry.js';
import type { LeadRecord } from '../../core/lead/lead-record.js';
import { ActRefused } from '../act-refused.js';
import type { AuditPorts } from '../audit/audited.js';
import type { SettlePorts } from './settle-lead.js';
import { settleOne } from './settle-one.js';

/** What was done, in one sentence with a period. */
export interface Acted<Outcome extends string> {
  readonly outcome: Outcome;
  readonly sentence: string;
}

/**
 * Settles one lead. Throws ActRefused if nothing was changed, and then names the one who was first. The
 * same person may repeat it.
 */
export async function settleAs(
  ports: SettlePorts,
  audit: AuditPorts,
  id: string,
  settlement: Settlement,
): Promise<Acted<'settled' | 'already'>> {
  const { verdict, by } = settlement;
  const settled = await settleOne(ports, audit, id, settlement);
  switch (settled.outcome) {
    case 'settled':
      return {
        outcome: 'settled',
        sentence: `The lead is ${verdict}. Its slot, claims and cap places follow within seconds.`,
      };
    case 'already':
      if (settledBy(settled.lead)?.by !== by) throw tooLate(settled.lead, `is ${verdict}, which is final`);
      return { outcome: 'already', sentence: `Nothing changed: you settled this lead as ${verdict} before.` };
    case 'no_lead':
      throw new ActRefused('unknown', 'There is no lead with this id', 'id');
    case 'refused':
      throw tooLate(await ports.leads.read(id), settled.why);
    case 'later':
      throw new ActRefused('conflict', `The lead ${settled.why}; nothing was changed`);
  }
}

function settledBy(lead: LeadRecord | null): { readonly by: string; readonly at: Date } | undefined {
  const entry = lead ? lastOfKind(lead.timeline, 'settled') : undefined;
  return entry ? { by: String(entry.reason?.['by']), at: entry.at } : undefined;
}

function tooLate(lead: LeadRecord | null, why: string): ActRefused {
  const first = settledBy(lead);
  return new ActRefused(
    'conflict',
    first && lead
      ? `${first.by} settled this lead as ${lead.state} at ${formatTime(first.at)}, so nothing was changed`
      : `The lead ${why}; nothing was changed`,
  );
}
