import { timeText } from '../../core/format-time.js';
import { compact } from '../../core/catalogue/compact.js';
import { subidsOf, type Entry } from '../../core/money/entry.js';
import { adjustmentId, isSameAdjustment, pendingAdjustment } from '../../core/money/adjustment.js';
import { formatCents } from '../../core/catalogue/money.js';
import { monthOf } from '../../core/money/period.js';
import type { Party } from '../../core/money/statement.js';
import type { AdjustmentStore } from '../ports/adjustment-store.js';
import type { BookStore } from '../ports/book-store.js';
import type { EntryReader } from '../ports/entry-reader.js';
import type { LeadStore } from '../ports/lead-store.js';
import { firstMonth, NOT_BEGUN } from './first-month.js';

export interface AdjustPorts {
  readonly books: Pick<BookStore, 'head' | 'freeze'>;
  readonly entries: Pick<EntryReader, 'byId' | 'list'>;
  readonly adjustments: Pick<AdjustmentStore, 'add'>;
  readonly leads: Pick<LeadStore, 'read'>;
  /** Books what leads and adjustments owe, as the sweeper does. */
  readonly bookPending: () => Promise<unknown>;
  readonly clock: () => Date;
}

export interface AdjustRequest {
  readonly party: Party;
  readonly cents: number;
  readonly reference: string;
  readonly why: string;
  readonly by: string;
  /** When it happened. Absent: now. */
  readonly at?: Date;
  readonly lead_id?: string;
  /** Of the catalogue in force, for books without an entry. */
  readonly configured: { readonly currency: string; readonly time_zone: string };
}

/** `already`: the same adjustment was booked before; nothing was changed. */
export type Adjusted =
  | { readonly outcome: 'booked' | 'already'; readonly entry: Entry }
  | { readonly outcome: 'owed' }
  | { readonly outcome: 'refused'; readonly why: string };

const refused = (why: string): Adjusted => ({ outcome: 'refused', why });

/**
 * Books an adjustment once: it is stored as owed under an id of party and reference, and then booked as a lead's entries
 * are. So a kill between loses nothing and books nothing twice. Throws on an outage.
 */
export async function adjust(ports: AdjustPorts, request: AdjustRequest): Promise<Adjusted> {
  const { party, cents, reference, why, by, lead_id, configured } = request;
  const at = request.at ?? ports.clock();
  const head = await ports.books.head();
  const zone = head.time_zone ?? configured.time_zone;
  const untimely = untimelyAt(at, firstMonth(head, zone), zone, ports.clock());
  if (untimely !== undefined) return refused(untimely);
  const about = lead_id === undefined ? undefined : await aboutLead(ports, party, lead_id);
  if (typeof about === 'string') return refused(about);
  const { currency } = await ports.books.freeze(configured);
  const asked = pendingAdjustment({
    party,
    cents,
    reference,
    why,
    at,
    by,
    currency,
    ...(about && { about }),
  });
  const id = adjustmentId(party.kind, party.id, reference);
  const [before] = await ports.entries.byId([id]);
  if (before)
    return isSameAdjustment(before, asked) ? { outcome: 'already', entry: before } : taken(before, party);
  const stored = await ports.adjustments.add(asked);
  if (!isSameAdjustment(stored, asked)) return taken(stored, party);
  await ports.bookPending();
  // Another process may have booked this reference with another amount since the look above.
  const [entry] = await ports.entries.byId([id]);
  if (!entry) return { outcome: 'owed' };
  return isSameAdjustment(entry, asked) ? { outcome: 'booked', entry } : taken(entry, party);
}

function untimelyAt(at: Date, first: string | undefined, zone: string, now: Date): string | undefined {
  if (first === undefined) return NOT_BEGUN;
  if (at > now) return `The time ${timeText(at)} has not come yet`;
  if (monthOf(at, zone) < first) return `The books start in ${first}`;
  return undefined;
}

const taken = (
  { buyer_cents, affiliate_cents, own_reference, lead_id }: Partial<Entry>,
  { kind, handle }: Party,
): Adjusted =>
  refused(
    `The reference ${own_reference} of ${kind} ${handle} is taken by an adjustment of ${formatCents(
      (kind === 'buyer' ? buyer_cents : affiliate_cents) ?? 0,
    )}${lead_id === undefined ? '' : ` for lead ${lead_id}`}; give another reference`,
  );

/** The lead's members. A text says why the lead is not the party's. */
async function aboutLead(
  { leads, entries }: Pick<AdjustPorts, 'leads' | 'entries'>,
  party: Party,
  lead_id: string,
) {
  const lead = await leads.read(lead_id);
  if (!lead) return `There is no lead ${lead_id}`;
  if (lead.is_test) return `The lead ${lead_id} is a test lead, which has no entries`;
  if (party.kind === 'affiliate' && lead.affiliate_id !== party.id)
    return `The lead ${lead_id} is not of affiliate ${party.handle}`;
  if (party.kind === 'buyer' && !(await wasSoldTo(entries, lead_id, party.id)))
    return `The lead ${lead_id} has no entry of buyer ${party.handle}`;
  const { campaign_id, offer_id, program_id, external_id } = lead;
  const own = party.kind === 'affiliate' ? { external_id, subids: subidsOf(lead.tracking) } : {};
  return { ...{ lead_id, campaign_id, offer_id }, ...compact({ program_id, ...own }) };
}

async function wasSoldTo(
  entries: AdjustPorts['entries'],
  lead_id: string,
  buyerId: string,
): Promise<boolean> {
  for await (const { buyer_id } of entries.list({ lead_id })) if (buyer_id === buyerId) return true;
  return false;
}
