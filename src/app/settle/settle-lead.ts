import type { Catalogue } from '../../core/catalogue/types.js';
import { settle, type Settlement } from '../../core/delivery/settle.js';
import { formatTime } from '../../core/format-time.js';
import { lastOfKind } from '../../core/lead/lead-entry.js';
import type { LeadRecord } from '../../core/lead/lead-record.js';
import { isFinal } from '../../core/lead/lead-states.js';
import { ActRefused } from '../act-refused.js';
import { audited, type AuditPorts } from '../audit/audited.js';
import type { Acted } from '../lead-files/act-on-leads.js';
import type { LeadStore } from '../ports/lead-store.js';

/** How often the update is tried while workers change the lead at the same moment. */
const MAX_TRIES = 3;

export interface SettlePorts {
  readonly leads: Pick<LeadStore, 'read' | 'transition'>;
  readonly catalogue: Catalogue;
  readonly clock: () => Date;
}

/** The result. `lead` is the lead before the change. The sweeper applies its pending effects within a second. */
export type SettledLead =
  | { readonly outcome: 'settled'; readonly lead: LeadRecord }
  | { readonly outcome: 'already'; readonly lead: LeadRecord }
  | { readonly outcome: 'refused' | 'later'; readonly why: string }
  | { readonly outcome: 'no_lead' };

/**
 * Ends a lead as an operator decided. It is one conditional update, which fails if a worker was first. `seen`: only while
 * it is as somebody saw it. A buyer may have said since that it has the lead and decides later.
 */
export async function settleLead(
  { leads, catalogue, clock }: SettlePorts,
  id: string,
  settlement: Settlement,
  seen?: LeadRecord,
): Promise<SettledLead> {
  for (let tries = 1; ; tries += 1) {
    const lead = await leads.read(id);
    if (!lead) return { outcome: 'no_lead' };
    if (seen && !isFinal(lead.state) && !isAsSeen(lead, seen))
      return { outcome: 'refused', why: `is ${lead.state}: it has changed since it was looked for` };
    const settling = settle(lead, settlement, { catalogue, now: clock() });
    if (settling.kind === 'already') return { outcome: 'already', lead };
    if (settling.kind !== 'settle') return { outcome: settling.kind, why: settling.why };
    if (await leads.transition(settling.when, settling.change)) return { outcome: 'settled', lead };
    if (tries === MAX_TRIES) return { outcome: 'later', why: 'is being moved by a worker at this moment' };
  }
}

const isAsSeen = (lead: LeadRecord, seen: LeadRecord): boolean =>
  lead.state === seen.state &&
  lead.submission === seen.submission &&
  lead.attempts.length === seen.attempts.length;

/** What the audit log says of each outcome. */
const RESULTS = {
  settled: 'done',
  already: 'nothing',
  no_lead: 'refused',
  refused: 'refused',
  later: 'refused',
} as const;

/**
 * Settles one lead, with entries in the audit log. Throws ActRefused if nothing was changed, and then names the one who was
 * first. The same person may repeat it.
 */
export async function settleAs(
  ports: SettlePorts,
  audit: AuditPorts,
  id: string,
  settlement: Settlement,
): Promise<Acted<'settled' | 'already'>> {
  const { verdict, by, why } = settlement;
  const settled = await audited(
    audit,
    { action: 'lead.settle', on: { kind: 'lead', ids: [id] }, why, facts: { verdict } },
    () => settleLead(ports, id, settlement),
    ({ outcome }) => ({ result: RESULTS[outcome] }),
  );
  switch (settled.outcome) {
    case 'settled':
      return {
        outcome: 'settled',
        sentence: `The lead is ${verdict}. The caps and duplicate checks are updated within seconds.`,
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
