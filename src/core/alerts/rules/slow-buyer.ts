import type { Subject } from '../finding.js';
import type { AnswerDays } from '../readings.js';
import { rule } from '../rule.js';

/** The fewest answers of a day that say how fast a buyer is, and of the slow days and those before together. */
const [ENOUGH, ENOUGH_TOGETHER] = [5, 20];
const ENOUGH_DAYS = 3;
/** A buyer that is closed today counts as it was on its last day of work. */
const NEWEST = 3;
/** How many times slower than usual a buyer is found, and until when it stays found. */
const [BEGINS, LASTS] = [3, 2];
/** Faster than this is never slow. */
const SLOW_MS = 2_000;

export interface Slowness {
  readonly since: Date;
  readonly answers: number;
  readonly p95_ms: number;
  /** Of the median day before. */
  readonly usual_ms: number;
}

type Days = Pick<AnswerDays, 'days'>;

/** Whether a buyer is slow, as far as its answers tell. Undefined: it is not, or it has too few answers to tell. */
export function slownessOf(buyer: Days): Slowness | undefined {
  const pace = paceOf(buyer);
  return typeof pace === 'string' ? undefined : pace;
}

/**
 * How fast a buyer is, by its newest day with enough answers and the week before. The usual time is that of the median day of
 * that week. So a slow pace becomes usual only on its fifth day, if all days of the week have enough answers. `unclear`: it has
 * too few answers to tell, or is only somewhat slow.
 */
export function paceOf({ days }: Days): Slowness | 'usual' | 'unclear' {
  const known = days.filter(({ answers }) => answers >= ENOUGH);
  const [newest, ...before] = known;
  if (!newest || days.indexOf(newest) >= NEWEST) return 'unclear';
  if (newest.p95_ms < SLOW_MS) return 'usual';
  if (before.length < ENOUGH_DAYS) return 'unclear';
  const usual_ms = before.map(({ p95_ms }) => p95_ms).sort((a, b) => a - b)[before.length >> 1] ?? 0;
  const isSlow = (times: number) => (day: { readonly p95_ms: number }) =>
    day.p95_ms >= Math.max(SLOW_MS, times * usual_ms);
  const fast = known.findIndex((day) => !isSlow(LASTS)(day));
  const slow = fast < 0 ? known : known.slice(0, fast);
  const first = slow.at(-1);
  if (!first) return 'usual';
  const tells = [slow, before].every(
    (some) => some.reduce((sum, { answers }) => sum + answers, 0) >= ENOUGH_TOGETHER,
  );
  if (!tells || !slow.some(isSlow(BEGINS))) return 'unclear';
  return { since: first.from, answers: newest.answers, p95_ms: newest.p95_ms, usual_ms };
}

/** `8.6 s` */
const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;

const subjectOf = ({ buyer_id, handle }: AnswerDays): Subject => ({
  ...{ kind: 'buyer', id: buyer_id, name: handle },
});

/** A buyer that answers, but far more slowly than on the days before. */
export const slowBuyer = rule({
  name: 'buyer_slow',
  needs: 'answers',
  find: (buyers) =>
    buyers.flatMap((buyer) => {
      const slow = slownessOf(buyer);
      if (!slow) return [];
      const { since, answers, p95_ms, usual_ms } = slow;
      return {
        severity: 'soon' as const,
        subject: subjectOf(buyer),
        since,
        count: answers,
        sentence: `${buyer.name} has become slow: 95% of its newest answers came within ${seconds(p95_ms)}, before that within ${seconds(usual_ms)}.`,
        value: p95_ms,
        threshold: BEGINS * usual_ms,
        unit: 'ms' as const,
      };
    }),
  unclear: (buyers) => buyers.filter((buyer) => paceOf(buyer) === 'unclear').map(subjectOf),
});
