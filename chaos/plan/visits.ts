import type { Person } from './people.js';
import { seeded } from './random.js';

/** One submit: `key` is its Idempotency-Key. */
export interface PlannedSubmit {
  readonly key: string;
  /** Which offer or result: a share of the list, 0 ≤ choice < 1. */
  readonly choice: number;
  /** Sent again under the same key after the answer, as by a client that lost its own record. */
  readonly again: boolean;
  /** The consumer's answer about consent; null: the submit leaves it out. */
  readonly consent: boolean | null;
}

/** What the client does for one person. Its submits are sent at the same time, or one after another. */
export interface Visit {
  readonly person: Person;
  readonly campaign: number;
  readonly form: 'A' | 'B';
  readonly atOnce: boolean;
  readonly submits: readonly PlannedSubmit[];
}

const FORM_A = 0.55;
/** A direct post that is sent under two keys, by a client's mistake or by two clients. */
const TWINS = 0.15;
const AGAIN = 0.05;
/** The share without consent: half say no, half leave it out. */
const WITHOUT_CONSENT = 0.05;

/** Visits with `submits` submits in total, the same for the same seed. */
export function planVisits(seed: number, people: readonly Person[], submits: number): Visit[] {
  const random = seeded(seed, 'visits');
  const visits: Visit[] = [];
  let planned = 0;
  while (planned < submits) {
    const form = random.chance(FORM_A) ? 'A' : 'B';
    const twins = form === 'B' && random.chance(TWINS);
    const wanted = form === 'A' ? random.between(1, 5) : twins ? 2 : 1;
    const choice = random.next();
    const count = Math.min(wanted, submits - planned);
    const plan = Array.from({ length: count }, (_, n) => ({
      key: `chaos-${seed}-${planned + n}`,
      choice: twins ? choice : random.next(),
      again: random.chance(AGAIN),
      consent: !random.chance(WITHOUT_CONSENT) || (random.chance(0.5) ? false : null),
    }));
    const atOnce = twins || random.chance(0.5);
    visits.push({ person: random.pick(people), campaign: random.between(0, 1), form, atOnce, submits: plan });
    planned += count;
  }
  return visits;
}
