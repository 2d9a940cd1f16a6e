import type { Subject } from '../finding.js';
import { rule } from '../rule.js';

/** It is over a day later: somebody has seen it by then, or will see it in the audit log. */
export const emergencyApply = rule({
  name: 'emergency_apply',
  needs: 'applies',
  find: (applies) =>
    applies.map(({ at, entry, who }) => ({
      severity: 'urgent' as const,
      subject: { kind: 'catalogue', id: String(entry), name: 'catalogue' } satisfies Subject,
      since: at,
      count: 1,
      sentence: `${who} applied a catalogue as an emergency, without a second person (entry ${entry} of the audit log).`,
      value: 1,
      threshold: 1,
      unit: 'count' as const,
    })),
});
