import { counted, type Subject } from '../finding.js';
import { ageMs, rule } from '../rule.js';

const BUYERS: Subject = { kind: 'exchange', id: 'buyers-to-tell', name: 'buyers' };

/** They have no address for it, or did not take it for three days. */
export const buyersNotNotified = rule({
  name: 'buyers_untold',
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
