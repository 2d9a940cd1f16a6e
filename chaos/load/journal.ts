/** The service's answer to one submit. */
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
  /** All answers under this key, oldest first, since retries are also answered. */
  readonly answers: Answer[];
}

/** Everything that the client saw. */
export interface Journal {
  readonly acknowledged: Map<string, Acknowledged>;
  /** Ids of searches with answer 200. */
  readonly searches: Set<string>;
  /** Submits that failed until the client gave up: the service acknowledged nothing. */
  readonly givenUp: string[];
  /** Searches without results, and searches that failed until the client gave up. */
  nothingFound: number;
  /** Answers that the documentation does not allow for the call. */
  readonly unexpected: { readonly call: string; readonly http: number; readonly body: string }[];
  /** Answers and connection failures by name: `200 ACCEPTED`, `503 UNAVAILABLE`, `no connection`. */
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
