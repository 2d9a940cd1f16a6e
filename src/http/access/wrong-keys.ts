import type { Request, RequestHandler, Response } from 'express';
import { rateLimit, type Store } from 'express-rate-limit';
import { secondsUntil } from '../../core/limits/limits.js';
import type { Log } from '../../platform/process/logger.js';
import type { Settings } from '../../platform/process/settings.js';
import { rateLimited } from '../faults.js';
import { networkOf } from './network-of.js';

/** Limits AUTH_INVALID answers for each client address. Only wrong keys count. */
export interface WrongKeys {
  /** Throws RATE_LIMITED if the address has sent too many wrong keys. Unknown keys are then not looked up for it. */
  refuseWhenOver(request: Request): Promise<void>;
  /** Counts one wrong key. Throws RATE_LIMITED if it exceeds the limit. */
  count(request: Request, response: Response): Promise<void>;
}

export type WhatIsWrong =
  'wrong-keys' | 'wrong-tokens' | 'wrong-operator-keys' | 'wrong-sessions' | 'wrong-invitations';

interface WrongKeyOptions {
  /** What is counted; appears in the log. */
  readonly what: WhatIsWrong;
  /** The counts by address. */
  readonly store: Store;
  readonly settings: Pick<Settings, 'wrongKeysPerMinute' | 'wrongKeysBurst'>;
  readonly log: Log;
  readonly clock: () => Date;
}

/** Wrong API keys, operator keys and callback tokens are counted separately, each in its own store. */
export function createWrongKeys({ what, store, settings, log, clock }: WrongKeyOptions): WrongKeys {
  const { wrongKeysPerMinute, wrongKeysBurst } = settings;
  const refuse = (resetTime: Date | undefined): Error => {
    const now = clock();
    return rateLimited(secondsUntil(resetTime ?? now, now));
  };
  const warn = (err: unknown): void => {
    log.warn({ err, what }, 'what is wrong can not be counted');
  };
  const limiter = rateLimit({
    store,
    // Allows a burst at once; over many windows, this is the rate per minute.
    windowMs: Math.ceil((wrongKeysBurst / wrongKeysPerMinute) * 60_000),
    limit: wrongKeysBurst,
    keyGenerator: networkOf,
    handler: (request, _response, next) => {
      next(refuse((request as Request & { rateLimit?: { resetTime?: Date } }).rateLimit?.resetTime));
    },
    standardHeaders: false,
    legacyHeaders: false,
    validate: false,
    logger: { error: warn, warn },
  });
  return {
    async refuseWhenOver(request) {
      const counted = await limiter.getKey(networkOf(request));
      if (counted && counted.totalHits >= wrongKeysBurst) throw refuse(counted.resetTime);
    },
    count: (request, response) => runMiddleware(limiter, request, response),
  };
}

/** Runs a library's middleware as one step. Resolves if the middleware passes the call on; rejects with its error. */
const runMiddleware = (middleware: RequestHandler, request: Request, response: Response): Promise<void> =>
  new Promise((resolve, reject) => {
    const next = (error?: unknown): void => {
      if (error === undefined) resolve();
      else reject(error instanceof Error ? error : new Error('middleware failed', { cause: error }));
    };
    void Promise.resolve(middleware(request, response, next)).catch(next);
  });
