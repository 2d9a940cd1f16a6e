const DAY_MS = 86_400_000;

/** What is kept for how long. Each counts from when the record was received. */
export const RETENTION_CLASSES = {
  searches: { days: 30, sentence: 'The person of a search from which nothing was sold.' },
  refused_leads: { days: 90, sentence: 'The person of a lead that was refused, held or failed.' },
  sold_leads: {
    days: 400,
    sentence:
      'The person of a lead that was sold, or is still undecided, and of the search that it came from.',
  },
  labels: {
    days: 400,
    sentence:
      'Subids, the keys of click ids and subids, and the keyed hashes of a lead, but never before the longest duplicate window is over.',
  },
  consent: {
    days: 1_826,
    sentence: 'The evidence of the consent of a lead that may have reached a buyer.',
  },
  attempts: {
    days: 90,
    sentence:
      'Requests and answers: of deliveries, partner searches, follow-ups, verification steps, callbacks and webhooks. It counts from the decision.',
  },
} as const satisfies Record<string, { readonly days: number; readonly sentence: string }>;

/** How many records that are due are counted, in each collection. */
export const MAX_COUNTED = 10_000;

export type RetentionClass = keyof typeof RETENTION_CLASSES;
export const RETENTION_NAMES = Object.keys(RETENTION_CLASSES) as RetentionClass[];

/** Milliseconds by class. */
export type Retention = Readonly<Record<RetentionClass, number>>;

export const DEFAULT_RETENTION = Object.fromEntries(
  RETENTION_NAMES.map((name) => [name, RETENTION_CLASSES[name].days * DAY_MS]),
) as Retention;

/**
 * A version with its terms named, also if it has the defaults: who applies it later brings them back, though a group that
 * is left out stays.
 */
export const withTerms = <Version extends { readonly retention?: Partial<Retention> }>(version: Version) => ({
  ...version,
  retention: version.retention ?? {},
});

/** What holds in a version of the catalogue. */
export const retentionOf = ({ retention }: { readonly retention?: Partial<Retention> }): Retention => ({
  ...DEFAULT_RETENTION,
  ...retention,
});

/** Records from before this moment are due. Labels wait for the longest duplicate window of the offers, in days. */
export function dueBefore(
  name: RetentionClass,
  retention: Retention,
  { now, windowDays }: { readonly now: Date; readonly windowDays: number },
): Date {
  const term = name === 'labels' ? Math.max(retention.labels, windowDays * DAY_MS) : retention[name];
  return new Date(now.getTime() - term);
}
