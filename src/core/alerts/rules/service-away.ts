import type { Subject } from '../finding.js';
import type { Rule } from '../rule.js';

const AWAY_MS = 60_000;

/** What could not be read has no findings, which must not look like peace. */
export const serviceAway: Rule = {
  name: 'service_away',
  lasts: () => AWAY_MS,
  look: ({ readings: { away } }) => ({
    found: away.map((service) => ({
      severity: 'urgent' as const,
      subject: { kind: 'service', id: service, name: service } satisfies Subject,
      count: 1,
      sentence: `${service} isn’t answering the console, so alerts that depend on it can’t be checked.`,
      value: AWAY_MS,
      threshold: AWAY_MS,
      unit: 'ms' as const,
    })),
    unclear: [],
  }),
};
