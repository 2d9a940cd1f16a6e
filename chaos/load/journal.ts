/** What the service answered to one submit. */
export interface Answer {
  readonly lead_id: string;
  readonly code: string;
  readonly status: string;
  readonly http: number;
}

/** A submit that was acknowledged: 200 or 202, with an id. */
export interface Acknowledged {
  readonly key: string;
  readonly email: string;
  readonly form: 'A' | 'B';
  /** All that were given under this key, oldest first: a repeat is answered, too. */
  readonly answers: Answer[];
}

/** Everything that the client saw. */
export interface Journal {
  readonly acknowledged: Map<string, Acknowledged>;
  /** Ids of searches that were answered with 200. */
  readonly searches: Set<string>;
  /** Submits whose every try failed until the client gave up: nobody promised anything. */
  readonly givenUp: string[];
  /** Searches that found nothing to submit, and searches whose every try failed. */
  nothingFound: number;
  /** Answers that the documentation does not have for what was asked. */
  readonly unexpected: { readonly call: string; readonly http: number; readonly body: string }[];
  /** Answers, and what came instead of one, by name: `200 ACCEPTED`, `503 UNAVAILABLE`, `no connection`. */
  readonly calls: Map<string, number>;
}

export const newJournal = (): Journal => ({
  acknowledged: new Map(),
  searches: new Set(),
  givenUp: [],
  nothingFound: 0,
  unexpected: [],
  calls: new Map(),
});

export function count(counts: Map<string, number>, what: string): void {
  counts.set(what, (counts.get(what) ?? 0) + 1);
}
