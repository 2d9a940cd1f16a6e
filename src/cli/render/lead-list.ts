import { lastAttempt } from '../../core/delivery/attempt.js';
import type { LeadKind } from '../../app/ports/lead-overview.js';
import type { LeadRecord } from '../../core/lead/lead-record.js';
import type { Names } from '../names.js';
import { renderTable } from './table.js';
import { formatLength, formatTime } from './time.js';

/** `stranded`: at a buyer or an address that its offer has no more. */
export type Listed = LeadKind | 'stranded';

/** What an operator can do about them. */
const NEXT: Readonly<Record<Listed, string>> = {
  unknown:
    'Nobody knows what the buyer made of these. Ask the buyer, then: leadkeep lead settle ID accepted|rejected --reason "…",\n' +
    'or settle many from the buyer\'s file: leadkeep lead settle --file buyer.csv --reason "…".',
  undecided:
    'The workers go on with these at the time they are looked at next; an unknown one waits for you: leadkeep lead settle --help.\n' +
    'One whose time has long passed means that no sweeper or submit process runs.',
  failed:
    'The buyer had none of these, and what they held was given back. Once the destination works again, a direct post may be\n' +
    'sent again under its id, and a search submitted again.',
  stranded:
    'The offers of these have another buyer or address now, so nobody repeats them, asks about them or listens there. See whom they\n' +
    'were sent to (leadkeep lead show ID), ask that buyer, then: leadkeep lead settle ID accepted|rejected --reason "…".',
};

const HAS_HAPPENED: Readonly<Record<Listed, string>> = {
  unknown: 'is unknown',
  undecided: 'is undecided',
  failed: 'has failed',
  stranded: 'is stranded',
};

/** The sentence for an empty list, which claims no more than was looked at. `older` is in milliseconds. */
export function noneOf(
  kind: Listed,
  { destination, older }: { readonly destination?: string; readonly older?: number },
): string {
  const of = destination === undefined ? '' : ` of ${destination}`;
  const age = older === undefined ? '' : ` that was received more than ${formatLength(older)} ago`;
  return `No lead${of}${age} ${HAS_HAPPENED[kind]}.`;
}

/** Leads as a table, without personal data but what a mask leaves of it. */
export function renderLeadList(leads: readonly LeadRecord[], names: Names, now: Date): string {
  const age = ({ received_at }: LeadRecord): string =>
    formatLength(Math.max(0, now.getTime() - received_at.getTime()));
  return renderTable(
    [
      'lead',
      'state',
      'offer',
      'affiliate',
      'person',
      'received',
      'age',
      'attempts',
      'last',
      'reference',
      'next',
    ],
    leads.map((lead) => [
      lead.id,
      lead.state,
      names(lead.offer_id),
      names(lead.affiliate_id),
      lead.lead.personal?.['email'] ?? lead.lead.personal?.['phone'] ?? '',
      formatTime(lead.received_at),
      age(lead),
      String(lead.attempts.length),
      lastOf(lead),
      lead.reference ?? '',
      lead.due_at === undefined ? '' : formatTime(lead.due_at),
    ]),
  );
}

function lastOf(lead: LeadRecord): string {
  const last = lastAttempt(lead);
  return last === undefined ? '' : [last.outcome, last.detail].filter(Boolean).join(': ');
}

/** What was left off, and what to do about the leads that are shown. */
export const listAdvice = (kind: Listed, shown: number, all: number): string[] => [
  ...(all > shown ? [`${all - shown} more were left off: --limit ${all} shows all of them.`] : []),
  NEXT[kind],
];
