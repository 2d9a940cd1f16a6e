/** Someone the sandbox plays. A partner is searched first and takes leads like a buyer. */
export interface Party {
  readonly handle: string;
  readonly kind: 'buyer' | 'partner';
  readonly name: string;
  /** The same Idempotency-Key is one lead to it: a repeat is answered, and takes nothing. */
  readonly idempotent: boolean;
  /** How long a search takes it, in milliseconds. */
  readonly search_ms?: number;
}

export const PARTIES: readonly Party[] = [
  { handle: 'lakeshore', kind: 'buyer', name: 'Lakeshore University', idempotent: false },
  { handle: 'summit', kind: 'buyer', name: 'Summit College', idempotent: true },
  { handle: 'harbor', kind: 'buyer', name: 'Harbor Institute', idempotent: false },
  { handle: 'edumatch', kind: 'partner', name: 'EduMatch', idempotent: false, search_ms: 600 },
  { handle: 'campusfinder', kind: 'partner', name: 'CampusFinder', idempotent: true, search_ms: 1_400 },
];

export const partyOf = (kind: Party['kind'], handle: string): Party | undefined =>
  PARTIES.find((party) => party.kind === kind && party.handle === handle);
