import { timeText } from '../../format-time.js';
import { counted, type Subject } from '../finding.js';
import { rule } from '../rule.js';

const REQUESTS: Subject = { kind: 'exchange', id: 'return-requests', name: 'return requests' };

/** Past the deadline, the catalogue decides. */
export const requestsNearDeadline = rule({
  name: 'return_requests',
  needs: 'requests',
  find: ({ count, first }, { at }) =>
    first === null || count === 0
      ? []
      : [
          {
            severity: 'soon' as const,
            subject: REQUESTS,
            count,
            sentence: `Decide ${counted(count, 'return request', 'return requests')}: the first deadline is ${timeText(first)}.`,
            value: Math.max(0, first.getTime() - at.getTime()),
            threshold: 0,
            unit: 'ms' as const,
          },
        ],
});
