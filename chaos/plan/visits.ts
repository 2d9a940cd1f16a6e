import type { Person } from './people.js';
import { seeded } from './random.js';

/** One submit: `key` is its Idempotency-Key. */
export interface PlannedSubmit {
  readonly key: string;
  /** Which of the offers, or of the results found: a share of the list, 0 ≤ choice < 1. */
  readonly choice: number;
  /** Sent again under the same key when it has been answered, as a client that lost its own record does. */
  readonly again: boolean;
  /** What the consumer said; null: the submit does not say it. */
  readonly consent: boolean | null;
}

/** What one person's coming makes the client do. Its submits are sent at the same moment, or one after another. */
export interface Visit {
  readonly person: Person;
  readonly campaign: number;
  readonly form: 'A' | 'B';
  readonly atOnce: boolean;
  readonly submits: readonly PlannedSubmit[];
}

const FORM_A = 0.55;
/** A direct post that comes twice under two keys: a client's mistake, or two clients'. */
const TWINS = 0.15;
const AGAIN = 0.05;
/** Of these half say no, and half nothing. */
const WITHOUT_CONSENT = 0.05;

/** Visits that make `submits` submits together; the same ones for the same seed. */
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
