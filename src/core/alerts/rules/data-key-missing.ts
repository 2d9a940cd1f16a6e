import { counted, type Subject } from '../finding.js';
import { rule } from '../rule.js';

/** The rest goes on. But nobody can send these leads without the key. */
export const dataKeyMissing = rule({
  name: 'data_key_missing',
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
