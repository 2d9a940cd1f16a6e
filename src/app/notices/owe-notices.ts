import {
  noticeLane,
  noticePerson,
  noticesOf,
  SEALED_MS,
  type NoticeContent,
  type NoticeLead,
  type NoticeReason,
} from '../../core/person/buyer-notice.js';
import type { CatalogueSource } from '../ports/catalogue-source.js';
import type { NoticeStore } from '../ports/notice-store.js';
import type { Sealer } from '../ports/sealer.js';

export interface OweNoticesPorts {
  readonly notices: Pick<NoticeStore, 'add'>;
  readonly sealer: Pick<Sealer, 'seal'>;
  readonly catalogue: Pick<CatalogueSource, 'current'>;
}

/**
 * Stores what the buyers of a lead are to be told, while the lead still has its person. Doing it again stores nothing
 * twice: who erases or acknowledges does it first, and is repeated after a kill. Throws on an outage.
 */
export async function oweNotices(
  { notices, sealer, catalogue }: OweNoticesPorts,
  lead: NoticeLead,
  reason: NoticeReason,
): Promise<void> {
  const present = catalogue.current().offers.get(lead.offer_id)?.buyer.id;
  const owed = noticesOf(lead, reason, present);
  if (owed.length === 0) return;
  const sealed = owed.some(({ finds }) => finds) ? await sealedPerson(sealer, lead, reason.at) : {};
  await notices.add(
    owed.map(({ id, due_at, content, finds }) => ({
      ...{ id, kind: 'notice' as const, lane: noticeLane(content), subject: id, order: 0 },
      ...{ created_at: reason.at, due_at, content: { ...content, ...(finds && sealed) } },
    })),
    reason.at,
  );
}

/** Only for buyers that gave no reference: they must find the person otherwise. */
async function sealedPerson(
  sealer: Pick<Sealer, 'seal'>,
  lead: NoticeLead,
  at: Date,
): Promise<Pick<NoticeContent, 'sealed' | 'sealed_until'>> {
  const person = noticePerson(lead);
  if (Object.keys(person).length === 0) return {};
  return { sealed: await sealer.seal(person), sealed_until: new Date(at.getTime() + SEALED_MS) };
}
