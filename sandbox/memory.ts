/** One received request or sent callback, for the page and for tests. */
export interface Received {
  readonly n: number;
  readonly at: string;
  readonly party: string;
  readonly what:
    'lead' | 'follow-up' | 'search' | 'callback' | 'webhook' | 'postback' | 'revocation' | 'erasure';
  /** The last name of the lead, the behavior that a rule or chance chose, or the city of a search. */
  readonly decided_by: string;
  readonly idempotency_key: string;
  readonly reference: string;
  readonly program: string;
  /** What the party did with it, in a word or two. */
  readonly answer: string;
  /** The HTTP status that was sent, or that answered a callback; 0: none. */
  readonly status: number;
  /** As received, without the connection's own headers. */
  readonly headers: Readonly<Record<string, string>>;
  /** The party has the lead now. */
  readonly taken: boolean;
  /** The party had already taken this Idempotency-Key: without idempotency, the lead would be sold twice. */
  readonly again: boolean;
  /** JSON, forms and XML as data; anything else as text. */
  readonly body: unknown;
}

/** What a party knows of one lead, by Idempotency-Key. */
export interface KnownLead {
  readonly reference: string;
  readonly decided_by: string;
  /** The name of the behavior it met. */
  readonly does: string;
  readonly since: number;
  posts: number;
  asks: number;
  taken: boolean;
}

export const USUALLY_KEPT = 1_000;
/** Leads are kept longer than requests, since retries and follow-ups come late. */
const LEADS_FOR_EACH_KEPT = 10;

/** Everything the sandbox keeps in memory, including the newest `kept` requests. Nothing outlives the process. */
export function createMemory(kept = USUALLY_KEPT) {
  let count = 0;
  let references = 1_000;
  const received: Received[] = [];
  const byKey = new Map<string, KnownLead>();
  const byReference = new Map<string, KnownLead>();
  const owners = new Map<string, string>();
  const all: readonly Map<string, unknown>[] = [byKey, byReference, owners];

  return {
    received: (): readonly Received[] => received,
    /** The number of the next request. */
    next: (): number => count + 1,
    remember(entry: Omit<Received, 'n' | 'at'>, now: Date): void {
      count += 1;
      received.push({ n: count, at: now.toISOString(), ...entry });
      if (received.length > kept) received.shift();
    },
    /** The party's lead with this key, created if needed. Without a key, always a new one. */
    lead(
      party: string,
      key: string,
      decide: () => Pick<KnownLead, 'decided_by' | 'does'>,
      now: Date,
    ): KnownLead {
      const known = key === '' ? undefined : byKey.get(`${party} ${key}`);
      if (known) return known;
      references += 1;
      const reference = `${party.toUpperCase()}-${references}`;
      const lead = { reference, ...decide(), since: now.getTime(), posts: 0, asks: 0, taken: false };
      if (key !== '') byKey.set(`${party} ${key}`, lead);
      byReference.set(`${party} ${reference}`, lead);
      for (const map of all)
        if (map.size > kept * LEADS_FOR_EACH_KEPT) map.delete(map.keys().next().value ?? '');
      return lead;
    },
    byReference: (party: string, reference: string) => byReference.get(`${party} ${reference}`),
    /** The reference of the lead through which the party already has this person. */
    ownerOf: (party: string, person: string) => owners.get(`${party} ${person.toLowerCase()}`),
    own(party: string, person: string, reference: string): void {
      if (person !== '') owners.set(`${party} ${person.toLowerCase()}`, reference);
    },
    forget(): void {
      received.length = 0;
      for (const map of all) map.clear();
    },
  };
}

export type Memory = ReturnType<typeof createMemory>;
