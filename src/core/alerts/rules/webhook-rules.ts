import { counted, type Subject } from '../finding.js';
import { ageMs, hasLasted, rule } from '../rule.js';

/** A message is given up after three days. So there is time to call the affiliate before anything is lost. */
const UNTOLD_MS = 6 * 3_600_000;

export const webhookFails = rule({
  name: 'webhook_fails',
  needs: 'endpoints',
  find: (endpoints, { at }) =>
    endpoints.flatMap(({ name, affiliate, waiting, oldest, parked, is_paused }) => {
      // Who paused it knows that it waits.
      const isLate = oldest !== null && !is_paused && hasLasted(oldest, UNTOLD_MS, at);
      if (!isLate && parked === 0) return [];
      const subject: Subject = { kind: 'endpoint', id: name, name };
      return {
        ...{ severity: 'soon' as const, subject, count: isLate ? waiting + parked : parked },
        sentence: [
          `${affiliate} does not take what ${name} tells it:`,
          ...(isLate ? [`${counted(waiting, 'message')} ${waiting === 1 ? 'waits' : 'wait'}`] : []),
          ...(isLate && parked > 0 ? ['and'] : []),
          ...(parked > 0 ? [`${counted(parked, 'message')} ${parked === 1 ? 'was' : 'were'} given up`] : []),
        ]
          .join(' ')
          .concat('.'),
        ...{ value: oldest === null ? 0 : ageMs(oldest, at), threshold: UNTOLD_MS, unit: 'ms' as const },
        ...(isLate ? { since: oldest } : {}),
      };
    }),
});
