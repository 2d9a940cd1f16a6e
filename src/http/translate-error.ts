import { isOutage } from '../app/outage.js';
import { envelope } from '../core/envelope.js';
import { ApiFault } from './api-fault.js';
import type { Answer } from './answer.js';
import { internalError, notFound, unavailable } from './faults.js';

/** Translates every exception to a refusal. An unexpected exception is a 500 that reveals nothing about its cause. */
export function faultOf(error: unknown): ApiFault {
  if (error instanceof ApiFault) return error;
  if (isOutage(error)) return unavailable();
  // The router found a malformed escape in the path.
  if (error instanceof URIError) return notFound();
  return internalError();
}

export const answerOfFault = ({ http, code, words, members }: ApiFault): Answer => ({
  http,
  body: envelope(code, words, members),
});
