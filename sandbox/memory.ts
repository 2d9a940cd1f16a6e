import type { Rates } from './chance.js';

/** One request as it was received, for the page and for tests. */
export interface Received {
  readonly n: number;
  readonly at: string;
  readonly party: string;
  readonly what: 'lead' | 'follow-up' | 'search';
  /** The last name of the lead, the behaviour that chance gave it, the city of a search. */
  readonly decided_by: string;
  readonly idempotency_key: string;
  readonly reference: string;
  readonly program: string;
  /** What was done with it, in a word or two. */
  readonly answer: string;
  /** The party has the lead now. */
  readonly taken: boolean;
  /** It had taken the same Idempotency-Key before: a lead that would have been sold twice. */
  readonly again: boolean;
  readonly body: unknown;
}

/** What a party knows of one lead, by Idempotency-Key. */
export interface KnownLead {
  readonly reference: string;
  readonly last_name: string;
  readonly since: number;
  posts: number;
  asks: number;
  taken: boolean;
}

/** How a party was told to behave, whatever the lead. */
export interface Mood {
  delay_ms: number;
  down: boolean;
  /** Behaviours and how likely each is, for leads whose last name says nothing. */
  rates?: Rates;
}

export const USUALLY_KEPT = 1_000;

/** Everything the sandbox remembers; of what it received the newest `kept`. Nothing outlives the process. */
export function createMemory(kept = USUALLY_KEPT) {
  let count = 0;
  let references = 1_000;
  const received: Received[] = [];
  const byKey = new Map<string, KnownLead>();
  const byReference = new Map<string, KnownLead>();
  const moods = new Map<string, Mood>();

  return {
    received: (): readonly Received[] => received,
    remember(entry: Omit<Received, 'n' | 'at'>, now: Date): void {
      count += 1;
      received.push({ n: count, at: now.toISOString(), ...entry });
      if (received.length > kept) received.shift();
    },
    /** The lead of this key at this party, known from now on; without a key, always a new one. */
    lead(party: string, key: string, lastName: string, now: Date): KnownLead {
      const known = key === '' ? undefined : byKey.get(`${party} ${key}`);
      if (known) return known;
      references += 1;
      const reference = `${party.toUpperCase()}-${references}`;
      const lead = { reference, last_name: lastName, since: now.getTime(), posts: 0, asks: 0, taken: false };
      if (key !== '') byKey.set(`${party} ${key}`, lead);
      byReference.set(`${party} ${reference}`, lead);
      return lead;
    },
    byReference: (party: string, reference: string) => byReference.get(`${party} ${reference}`),
    mood(party: string): Mood {
      const mood = moods.get(party) ?? { delay_ms: 0, down: false };
      moods.set(party, mood);
      return mood;
    },
    forget(): void {
      received.length = 0;
      byKey.clear();
      byReference.clear();
    },
  };
}

export type Memory = ReturnType<typeof createMemory>;
