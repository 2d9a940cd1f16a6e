import { compact } from '../../../src/core/catalogue/compact.js';
import { isFinal } from '../../../src/core/lead/lead-states.js';
import type { GivenBackLead } from '../../../src/core/caps/given-back.js';
import type { LeadCounts } from '../../../src/app/ports/lead-counts.js';
import type { RolledUpDay, SoldCount, TimeRange } from '../../../src/core/caps/counted-leads.js';
import type { CountedLead } from '../../../src/core/caps/counted-leads.js';

/** Counts in memory over whatever `leads` gives at the moment, and what was asked. */
export function memoryLeadCounts(leads: () => readonly CountedLead[]) {
  const folds = new Map<string, RolledUpDay>();
  const asked: TimeRange[] = [];
  const counts: LeadCounts = {
    countTimeRange(timeRange) {
      asked.push(timeRange);
      const within = leads().filter(({ intent, is_test }) => !is_test && isIn(timeRange, intent?.at));
      const sold = within.filter(isSettled).map((lead) => ({ ...soldOf(lead), count: 1 }));
      const others = within.filter(
        (lead) => !isSettled(lead) && (!isFinal(lead.state) || lead.debts.length > 0),
      );
      return Promise.resolve({ sold, others });
    },
    // eslint-disable-next-line @typescript-eslint/require-await -- an async iterable of what is at hand
    async *givenBack(from) {
      const all = leads() as readonly (CountedLead & GivenBackLead)[];
      yield* all.filter(
        ({ intent, returns }) =>
          intent && intent.at >= from && returns?.some(({ place_given_back }) => place_given_back),
      );
    },
    hasIntentBefore: (at) => Promise.resolve(leads().some(({ intent }) => intent && intent.at < at)),
    // eslint-disable-next-line @typescript-eslint/require-await -- an async iterable of what is at hand
    async *rollups() {
      yield* [...folds.values()].sort((a, b) => (a.day < b.day ? -1 : 1));
    },
    rolledUpDays: () => Promise.resolve([...folds.keys()].sort()),
    rollUp: (day) => Promise.resolve(void folds.set(day.day, day)),
  };
  return { counts, folds, asked };
}

const isIn = ({ from, to }: TimeRange, at: Date | undefined): boolean =>
  at !== undefined && from <= at && at < to;

const isSettled = ({ state, debts: effects, intent, round }: CountedLead): boolean =>
  state === 'accepted' && effects.length === 0 && intent?.round === round;

const soldOf = ({ campaign_id, offer_id, program_id, intent }: CountedLead): Omit<SoldCount, 'count'> => {
  const at = intent?.sold?.at;
  return {
    campaign_id,
    offer_id,
    ...compact({ program_id, buyer_id: intent?.sold?.buyer_id ?? intent?.buyer_id, at }),
  };
};
