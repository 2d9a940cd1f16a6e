import { attemptsNow, lastAttempt } from '../../core/delivery/attempt.js';
import type { LeadKind } from '../../app/ports/lead-overview.js';
import type { LeadRecord } from '../../core/lead/lead-record.js';
import type { Names } from '../../core/catalogue/names-of.js';
import { renderTable } from './table.js';
import { formatLength, formatTime } from './time.js';

/** The kinds of leads to list. `stranded`: at a buyer or address that the lead's offer no longer has. */
export type Listed = LeadKind | 'stranded';

/** What you can do about leads of each kind. */
const NEXT: Readonly<Record<Listed, string>> = {
  unknown:
    'It is unknown whether the buyer took these. Ask the buyer, then run: leadkeep lead settle ID accepted|rejected --reason "…".\n' +
    'Of a lead that was posted again, leadkeep lead show ID names the Idempotency-Key to ask about.\n' +
    'To settle many from the buyer\'s file: leadkeep lead settle --file buyer.csv --reason "…".',
  undecided:
    'The workers continue with each of these at the time under NEXT. Unknown leads wait for you: see leadkeep lead settle --help.\n' +
    'If that time is long past, check that a sweeper and a submit process are running.',
  failed:
    'The buyer has none of these, and their claims and reservations were released. Once the destination works again, the\n' +
    'affiliate may send a direct post again under its id, or submit to a search again.',
  stranded:
    'The offers of these now have another buyer or address, so Leadkeep no longer retries them, asks about them or accepts callbacks.\n' +
    'See who got them (leadkeep lead show ID), ask that buyer, then run: leadkeep lead settle ID accepted|rejected --reason "…".',
};

const HAS_HAPPENED: Readonly<Record<Listed, string>> = {
  unknown: 'is unknown',
  undecided: 'is undecided',
  failed: 'has failed',
  stranded: 'is stranded',
};

/** The message for an empty list, which names the filters that applied. `older` is in milliseconds. */
export function noneOf(
  kind: Listed,
  { destination, older }: { readonly destination?: string; readonly older?: number },
): string {
  const of = destination === undefined ? '' : ` of ${destination}`;
  const age = older === undefined ? '' : ` that was received more than ${formatLength(older)} ago`;
  return `No lead${of}${age} ${HAS_HAPPENED[kind]}.`;
}

/** Renders leads as a table. Mask the records first, because personal data is shown as it is. */
export function renderLeadList(leads: readonly LeadRecord[], names: Names, now: Date): string {
  const age = ({ received_at }: LeadRecord): string =>
    formatLength(Math.max(0, now.getTime() - received_at.getTime()));
  return renderTable(
    [
      'lead',
      'state',
      'code',
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
      lead.decision?.code ?? '',
      names(lead.offer_id),
      names(lead.affiliate_id),
      lead.lead.personal?.['email'] ?? lead.lead.personal?.['phone'] ?? '',
      formatTime(lead.received_at),
      age(lead),
      String(attemptsNow(lead).length),
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

/** How many leads are not shown, and what to do about the leads that are shown. */
export const listAdvice = (kind: Listed, shown: number, all: number): string[] => [
  ...(all > shown ? [`${all - shown} more are not shown: --limit ${all} shows all of them.`] : []),
  NEXT[kind],
];
