import { percent, type Subject } from '../finding.js';
import { rule } from '../rule.js';

/** An hour's cap fills and empties all day long, so nobody is told of it. */
export const capUse = rule({
  name: 'cap_use',
  needs: 'caps',
  // A ledger that lost its counts has room in every cap until it is counted. One that is stale still has them.
  trusts: ({ ledger }) => ledger !== 'none' && ledger !== 'rebuilding',
  find: (caps, { thresholds: { cap_near_bp } }) =>
    caps
      .filter(({ cap }) => cap.window !== 'hour')
      .flatMap(({ cap, name, label = `cap of ${name}`, reserved, confirmed }) => {
        const share = (reserved + confirmed) / cap.limit;
        const near = cap_near_bp / 10_000;
        if (share < near) return [];
        const isFull = share >= 1;
        return {
          severity: isFull ? ('soon' as const) : ('note' as const),
          subject: { kind: 'cap', id: cap.id, name } satisfies Subject,
          count: reserved + confirmed,
          sentence: `The ${label} is ${isFull ? 'full' : `${percent(share)} used`}: ${reserved + confirmed} of ${cap.limit}.`,
          value: share,
          threshold: isFull ? 1 : near,
          unit: 'share' as const,
        };
      }),
});
