import type { World } from './world.js';

export type Called = 'accepted' | 'rejected' | 'pending';

export type CallingBuyers = ReturnType<typeof callingBuyers>;

/** Longer than any outage of a story, since each time everything comes to rest takes a minute. */
const TIMES = 100;

/** Buyers that call back by themselves, and repeat what got no answer, as docs/callbacks.md tells them to. */
export function callingBuyers(world: World) {
  let unheard: (readonly [id: string, outcome: Called])[] = [];

  const isSold = (id: string): boolean => world.sales.some(({ lead_id }) => lead_id === id);

  const tell = async (id: string, outcome: Called): Promise<void> => {
    const taken = await world.callBack(id, outcome);
    if (!taken) unheard.push([id, outcome]);
    else if (outcome === 'accepted' && taken.outcome !== 'refused') world.buys(id);
  };

  /** Repeats what got no answer. */
  const repeat = async (): Promise<void> => {
    const again = unheard;
    unheard = [];
    for (const [id, outcome] of again) await tell(id, outcome);
  };

  return {
    /**
     * The buyer that has the lead says what it has decided, now or before. A buyer that has only said "try again" did
     * nothing with the lead, so it may be anybody's by now: it buys the lead once its callback was taken, and does not say
     * that it will decide.
     */
    async callBack(id: string, outcome: Called): Promise<void> {
      if (!world.received.some(({ lead_id }) => lead_id === id)) return;
      const lead = world.leads.all.get(id);
      // A buyer that has said its word does not take it back.
      if (!lead || lead.decision) return;
      if (isSold(id)) return tell(id, 'accepted');
      // Its "no" may not be stored yet.
      if (world.hasRefused(id)) return tell(id, 'rejected');
      if (outcome === 'pending') return world.gaveBack(id) ? undefined : tell(id, outcome);
      if (outcome === 'rejected') world.refuses(id);
      else if (!world.gaveBack(id)) world.buys(id);
      await tell(id, outcome);
    },
    repeat,
    /** Repeats it until there is an answer, while time passes. */
    async untilHeard(): Promise<void> {
      for (let times = 0; unheard.length > 0; times += 1) {
        if (times === TIMES) throw new Error('a callback never got an answer');
        await repeat();
        await world.settle();
      }
    },
  };
}
