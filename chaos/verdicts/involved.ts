import type { Received } from '../../sandbox/memory.js';
import type { Evidence, StoredLead, Violation } from './evidence.js';

/** One lead of a violation, as both sides recorded it. */
export interface Involved {
  readonly id: string;
  readonly stored?: StoredLead;
  readonly received: readonly Omit<Received, 'body'>[];
}

const MAX = 50;
const LEAD = /lead ([0-9a-f-]{36})/g;

/** What you want to see first when you look for the cause. */
export function involvedIn(
  violations: readonly Violation[],
  { leads, received }: Pick<Evidence, 'leads' | 'received'>,
): Involved[] {
  const ids = new Set(violations.flatMap(({ what }) => [...what.matchAll(LEAD)].map(([, id = '']) => id)));
  return [...ids].slice(0, MAX).map((id) => {
    const stored = leads.get(id);
    const own = received.filter((entry) => entry.idempotency_key === id);
    const references = new Set(own.map(({ reference }) => reference));
    return {
      id,
      ...(stored ? { stored } : {}),
      received: received
        .filter((entry) => own.includes(entry) || references.has(entry.reference))
        .map(({ body: _, ...entry }) => entry),
    };
  });
}
