import type { LeadNews } from '../news/lead-news.js';
import type { LeadRecord, NewsKind } from '../lead/lead-record.js';
import { effectsOf } from '../lead/pending-effect.js';
import type { TimelineEntry } from '../lead/timeline.js';
import type { Invariant, Violation } from './invariant.js';

/** News is kept for 90 days; the day before that, it may go any moment. */
const COMPARED_MS = 89 * 86_400_000;

/** The part of a lead that its news is compared with. */
export type PublishedLead = Pick<
  LeadRecord,
  'id' | 'submission' | 'received_at' | 'revision' | 'returns' | 'pending_effects'
> & {
  readonly decision?: Pick<NonNullable<LeadRecord['decision']>, 'at'>;
  readonly timeline: readonly Pick<TimelineEntry, 'at' | 'what'>[];
};

/** The part of a lead's news that is compared. */
export type CheckedNews = Pick<LeadNews, 'id' | 'lead_id' | 'revision' | 'kind' | 'at'>;

/** A lead with what is published of it. */
export interface NewsOfLead {
  readonly lead: PublishedLead;
  readonly published: readonly CheckedNews[];
}

interface Seen {
  readonly kind: NewsKind;
  readonly at: Date;
}

/** What the lead itself says of its changes, oldest first. */
function seenOn({ decision, returns = [] }: PublishedLead): Seen[] {
  const seen: Seen[] = [
    ...(decision ? [{ kind: 'decided' as const, at: decision.at }] : []),
    ...returns.flatMap(({ at, undone }): Seen[] => [
      { kind: 'returned', at },
      ...(undone ? [{ kind: 'return_reversed' as const, at: undone.at }] : []),
    ]),
  ];
  return seen.sort((a, b) => a.at.getTime() - b.at.getTime());
}

const nameOf = ({ kind, at }: Seen): string => `${kind} at ${at.toISOString()}`;

/** Whether an entry says that the lead was submitted first, at such a moment. A long timeline has lost it. */
const isReceived =
  (isThen: (at: Date) => boolean) =>
  ({ what, at }: PublishedLead['timeline'][number]): boolean =>
    what === 'received' && isThen(at);

export const newsPublished: Invariant<NewsOfLead> = {
  name: 'news-published',
  sentence:
    'Each decision, return and undone return of a lead is news, published or pending briefly, and no revision is left out. For a resubmitted lead that was first posted before the retention of news, this applies from its oldest news.',
  faults: ({ lead, published }, { now, tolerance }) => {
    const { revision = 0 } = lead;
    const pending = effectsOf(lead, 'news').map(({ what, since }) => ({ kind: what, at: since }));
    const isCompared = (at: Date): boolean => now.getTime() - at.getTime() < COMPARED_MS;
    const told = new Set([...published, ...pending].map(nameOf));
    const untold = seenOn(lead)
      .filter((one) => isCompared(one.at) && !told.has(nameOf(one)))
      .map((one) => `${nameOf(one)} is neither published nor pending`);
    const there = new Set(published.map((one) => one.revision));
    const isWhole = lead.submission === 1 || lead.timeline.some(isReceived(isCompared));
    // Else the news of earlier submissions may be gone, the oldest first.
    const first = isWhole ? 1 : Math.min(...there);
    const left = isCompared(lead.received_at)
      ? Array.from({ length: Math.max(0, revision - pending.length) }, (_, n) => n + 1)
          .filter((n) => n >= first && !there.has(n))
          .map((n) => `revision ${n} of ${revision} is not published`)
      : [];
    const late = pending
      .filter(({ at }) => now.getTime() - at.getTime() > tolerance.effect_ms)
      .map((one) => `${nameOf(one)} is still not published`);
    return [...untold, ...left, ...late];
  },
};

/** A message to an endpoint, as its id has it. */
export interface CheckedMessage {
  readonly id: string;
  readonly created_at: Date;
  /** It was sent again, which makes it younger than its news. */
  readonly is_replay: boolean;
}

export const MESSAGES_OF_NEWS = {
  name: 'told-from-news',
  sentence: 'Each message to an affiliate’s endpoint about a lead comes from news of this lead.',
} as const;

/** The id of the news that a message is about. Undefined: it is about no lead, or its news may be gone. */
export function newsIdOf({ id, created_at, is_replay }: CheckedMessage, now: Date): string | undefined {
  if (is_replay || now.getTime() - created_at.getTime() >= COMPARED_MS) return undefined;
  return /^(?:webhook|postback):([^:]+:[0-9]+)$/.exec(id)?.[1];
}

/** A message whose news is not stored. */
export const messageWithoutNews = (message: string): Violation => ({
  invariant: MESSAGES_OF_NEWS.name,
  kind: 'message',
  id: message,
  detail: 'the news that it is about is not stored',
});
