import type { Act, Blow } from './acts.js';

/** Where the writer is struck, one after the other, so that each place is struck many times. */
const PLACES: readonly Blow[] = (
  [
    ['leads.withPending', 'after'],
    ['books.periods', 'after'],
    ['books.write', 'before'],
    ['books.write', 'within'],
    ['books.write', 'after'],
    ['leads.clearPending', 'before'],
    ['leads.clearPending', 'within'],
    ['leads.clearPending', 'after'],
    ['books.write', 'before'],
  ] as const
).map(([step, when], n) => ({ step, when, how: n % 11 === 10 ? 'sleeps' : 'dies' }));

/** A sweep is not worth its commands for fewer leads, unless the last one was so many half hours ago. */
const ENOUGH_LEADS = 8;
const ENOUGH_SLOTS = 12;

/**
 * The sweeps at the end of a half hour. Each time that so many leads came since the last blow, the writer is struck. A
 * second sweeper runs beside every third of these, and beside every seventh other sweep.
 */
export function createSweepPlan(leadsBetweenBlows: number) {
  let sweeps = 0;
  let blows = 0;
  let slots = 0;
  const leads = { sinceSweep: 0, sinceBlow: 0 };
  return (came: number): Act[] => {
    slots += 1;
    leads.sinceSweep += came;
    leads.sinceBlow += came;
    if (leads.sinceSweep < ENOUGH_LEADS && slots < ENOUGH_SLOTS) return [];
    const isDue = leads.sinceBlow >= leadsBetweenBlows;
    slots = 0;
    sweeps += 1;
    leads.sinceSweep = 0;
    const acts: Act[] = sweeps % 16 === 0 ? [{ what: 'wake' }] : [];
    if (!isDue) return [...acts, { what: 'sweep', sweepers: sweeps % 7 === 0 ? 2 : 1 }];
    leads.sinceBlow = 0;
    const blow = PLACES[blows % PLACES.length];
    const sweepers = blows % 3 === 0 ? 2 : 1;
    blows += 1;
    return [...acts, { what: 'sweep', sweepers, ...(blow ? { blow } : {}) }];
  };
}
