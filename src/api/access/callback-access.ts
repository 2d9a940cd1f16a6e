import type { Request, Response } from 'express';
import type { CalledLead, CallbackTokens } from '../../app/ports/callback-tokens.js';
import type { ReachedCatalogue } from '../../app/ports/catalogue-source.js';
import type { RateLimiter } from '../../app/ports/rate-limiter.js';
import { takeTokens } from '../../http/access/take-tokens.js';
import { notFound } from '../../http/faults.js';
import type { WrongKeys } from '../../http/access/wrong-keys.js';

/** The limit of calls for each lead. A buyer reports one outcome, and repeats it only if it gets no answer. */
export const CALLBACK_LIMIT = { per_minute: 30, burst: 10 };

/** Returns the lead of a call's token, if the call is within the limit. Throws NOT_FOUND, RATE_LIMITED or an outage. */
export type CallbackAccess = (request: Request, response: Response) => Promise<CalledLead>;

/** Only wrong tokens are counted by address, and only they are refused for it. A right token is never refused. */
export function createCallbackAccess(
  tokens: CallbackTokens,
  gcra: RateLimiter,
  wrongTokens: WrongKeys,
  catalogue: Pick<ReachedCatalogue, 'reach'>,
): CallbackAccess {
  return async (request, response) => {
    const { token } = request.params;
    const lead = typeof token === 'string' ? tokens.leadOf(token) : undefined;
    if (!lead) {
      await wrongTokens.count(request, response);
      throw notFound();
    }
    await takeTokens(gcra, { name: `callback:${lead.id}`, limit: CALLBACK_LIMIT });
    // Which buyer may call, and how its answer is read, is not said by a catalogue from before this process stood still.
    await catalogue.reach(0);
    return lead;
  };
}
