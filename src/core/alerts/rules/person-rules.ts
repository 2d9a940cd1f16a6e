import { counted, type Subject } from '../finding.js';
import { ageMs, rule } from '../rule.js';

/** The rest goes on. But nobody can send these leads without the key. */
export const dataKeyMissing = rule({
  name: 'data_key_missing',
  describe: 'Leads wait for a data key that their workers do not have.',
  needs: 'locked',
  find: (locked) =>
    locked.map(({ data_key: key, leads }) => ({
      severity: 'urgent' as const,
      subject: { kind: 'secret', id: key, name: `data key ${key}` } satisfies Subject,
      count: leads,
      sentence: `${counted(leads, 'lead')} ${leads === 1 ? 'waits' : 'wait'} for the data key ${key}, which their worker does not have: put it back into DATA_KEYS of every process.`,
      value: leads,
      threshold: 1,
      unit: 'count' as const,
    })),
});

const BUYERS: Subject = { kind: 'exchange', id: 'buyers-to-tell', name: 'buyers' };

/** They have no address for it, or did not take it for three days. */
export const buyersUntold = rule({
  name: 'buyers_untold',
  describe: 'Somebody must tell buyers of revocations or erasures by hand.',
  needs: 'by_hand',
  find: ({ count, oldest }, { at }) =>
    oldest === null || count === 0
      ? []
      : [
          {
            severity: 'soon' as const,
            subject: BUYERS,
            since: oldest,
            count,
            sentence: `Tell buyers of ${counted(count, 'revocation or erasure', 'revocations and erasures')} by hand: \`leadkeep person notices\` lists them.`,
            value: ageMs(oldest, at),
            threshold: 0,
            unit: 'ms' as const,
          },
        ],
});
