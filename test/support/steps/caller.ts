import type { Callback, CallbackOutcome } from '../../../src/core/delivery/apply-callback.js';
import type { CallbackTaken } from '../../../src/app/callbacks/take-callback.js';

type Take = (id: string, callback: Callback) => Promise<CallbackTaken | undefined>;

/**
 * A buyer that calls back about a lead's first submission, and repeats it when it gets no answer or has to come again. One that
 * says "later" names the lead, so that it can be asked.
 */
export const caller =
  (take: Take) =>
  async (id: string, outcome: CallbackOutcome): Promise<CallbackTaken | undefined> => {
    const answer = outcome === 'pending' ? { outcome, reference: id } : { outcome };
    const callback = { answer, submission: 1, detail: 'a callback', dedupe_key: `mark ${outcome}` };
    for (let tries = 0; tries < 3; tries += 1) {
      const taken = await take(id, callback);
      if (taken && taken.outcome !== 'later') return taken;
    }
    return undefined;
  };
