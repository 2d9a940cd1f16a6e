import {
  dueBefore,
  RETENTION_CLASSES,
  RETENTION_NAMES,
  retentionOf,
  type RetentionClass,
} from '../../core/retention/retention.js';
import type { Catalogue } from '../../core/catalogue/types.js';
import { longestWindow } from '../../core/duplicates/claim-status.js';
import type { ConsentStore } from '../ports/consent-store.js';
import type { ExchangeStore } from '../ports/exchange-store.js';
import type { PersonStore } from '../ports/person-store.js';
import { endOf, WALK_NAMES, WALKS, type WalkTerm } from './apply-retention.js';

export interface StatusPorts {
  readonly persons: Pick<PersonStore, 'outlook' | 'reached'>;
  readonly consents: Pick<ConsentStore, 'outlook'>;
  readonly exchanges: Pick<ExchangeStore, 'outlook'>;
  readonly clock: () => Date;
}

/** A store that removes itself what is due of a class. */
type OwnStore = Pick<ConsentStore | ExchangeStore, 'outlook'>;

export interface ClassStatus {
  readonly name: RetentionClass;
  readonly sentence: string;
  readonly term_ms: number;
  /** What is due now, counted up to `MAX_COUNTED` in each collection: from that number on, there may be more. */
  readonly due: number;
  /** When the next one is due. Null: nothing is kept. */
  readonly next_due_at: Date | null;
}

/**
 * By how many milliseconds the persons and labels of each class may be kept longer than its term, because the walk through
 * its records is not there yet: a walk that goes on is behind by the time between two turns. Labels wait for the
 * persons. A class without a walk that has begun is left out, and what a walk has left behind is not told. Throws on an
 * outage.
 */
export async function retentionBehind(
  { persons, clock }: { readonly persons: Pick<PersonStore, 'reached'>; readonly clock: () => Date },
  catalogue: Catalogue,
): Promise<ReadonlyMap<RetentionClass, number>> {
  const behind = new Map<RetentionClass, number>();
  // No walk goes on then.
  if (catalogue.offers.size === 0) return behind;
  const about = { now: clock(), windowDays: longestWindow(catalogue) ?? 0 };
  for (const walk of WALK_NAMES) {
    const name = WALKS[walk].term;
    const reached = (await persons.reached(walk)).getTime();
    if (reached === 0) continue;
    const due = await endOf(persons, walk, dueBefore(name, retentionOf(catalogue), about));
    behind.set(name, Math.max(0, due.getTime() - reached, behind.get(name) ?? 0));
  }
  return behind;
}

/** What is due and when, by class. Throws on an outage. */
export async function retentionStatus(
  { persons, consents, exchanges, clock }: StatusPorts,
  catalogue: Catalogue,
): Promise<ClassStatus[]> {
  const retention = retentionOf(catalogue);
  const about = { now: clock(), windowDays: longestWindow(catalogue) ?? 0 };
  const stores: Readonly<Partial<Record<RetentionClass, OwnStore>>> = {
    consent: consents,
    attempts: exchanges,
  } satisfies Record<Exclude<RetentionClass, WalkTerm>, OwnStore>;
  const all: ClassStatus[] = [];
  for (const name of RETENTION_NAMES) {
    const before = dueBefore(name, retention, about);
    const term_ms = about.now.getTime() - before.getTime();
    const walks = WALK_NAMES.filter((walk) => WALKS[walk].term === name);
    const store = stores[name];
    const outlooks =
      store !== undefined
        ? [await store.outlook(before)]
        : await Promise.all(
            walks.map(async (walk) => persons.outlook(walk, await persons.reached(walk), before)),
          );
    const nexts = outlooks.flatMap(({ next }) => (next ? [next.getTime() + term_ms] : []));
    all.push({
      ...{ name, sentence: RETENTION_CLASSES[name].sentence, term_ms },
      due: outlooks.reduce((sum, { due }) => sum + due, 0),
      next_due_at: nexts.length === 0 ? null : new Date(Math.min(...nexts)),
    });
  }
  return all;
}
