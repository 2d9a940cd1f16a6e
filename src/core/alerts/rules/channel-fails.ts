import { counted, type Subject } from '../finding.js';
import { ageMs, hasLasted, rule } from '../rule.js';

const UNTOLD_MS = 1_800_000;

export const channelFails = rule({
  name: 'channel_fails',
  needs: 'channels',
  find: (channels, { at }) =>
    channels.flatMap(({ channel, waiting, oldest, parked }) => {
      const isLate = oldest !== null && hasLasted(oldest, UNTOLD_MS, at);
      if (!isLate && parked === 0) return [];
      const count = waiting + parked;
      return {
        severity: 'soon' as const,
        subject: { kind: 'channel', id: channel, name: channel } satisfies Subject,
        count,
        sentence: `${counted(count, 'message')} did not reach the channel ${channel}: \`leadkeep alerts list\` shows what it answers.`,
        value: oldest === null ? 0 : ageMs(oldest, at),
        threshold: UNTOLD_MS,
        unit: 'ms' as const,
        ...(isLate ? { since: oldest } : {}),
      };
    }),
});
