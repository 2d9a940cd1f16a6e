import type { Request, Response } from 'express';
import type { CalledLead, CallbackTokens } from '../../app/ports/callback-tokens.js';
import type { RateLimiter } from '../../app/ports/rate-limiter.js';
import { notFound, rateLimited } from '../faults.js';
import type { WrongKeys } from './wrong-keys.js';

/** The limit of calls about one lead: a buyer reports one outcome, and repeats it if it gets no answer. */
export const CALLBACK_LIMIT = { per_minute: 30, burst: 10 };

/** The lead whose token a call has, within its limit. Throws NOT_FOUND, RATE_LIMITED or an outage. */
export type CallbackAccess = (request: Request, response: Response) => Promise<CalledLead>;

/** Only wrong tokens are counted by address, so a right one is never refused because of them. */
export function createCallbackAccess(
  tokens: CallbackTokens,
  gcra: RateLimiter,
  wrongTokens: WrongKeys,
): CallbackAccess {
  return async (request, response) => {
    const { token } = request.params;
    const lead = typeof token === 'string' ? tokens.leadOf(token) : undefined;
    if (!lead) {
      await wrongTokens.count(request, response);
      throw notFound();
    }
    const { allowed, retryAfterSeconds } = await gcra.take(`callback:${lead.id}`, CALLBACK_LIMIT);
    if (!allowed) throw rateLimited(retryAfterSeconds);
    return lead;
  };
}
