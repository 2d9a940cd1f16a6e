import { MAX_SUBID_LENGTH } from '../lead/tracking-keys.js';
import type { Value } from './fact.js';

/** The name of what is not kept apart. */
export const OTHER = 'other';

/** The reasons of refusals that come before the check of the program, and of that check. */
const BEFORE_PROGRAM: ReadonlySet<string> = new Set([
  'result_expired',
  'offer_retired',
  'offer_paused',
  'offer_off_campaign',
  'partner_changed',
  'buyer_changed',
  'buyer_paused',
  'campaign_retired',
  'campaign_reassigned',
  'campaign_inactive',
  'missing',
  'not_given',
  'consent_malformed',
  'several_certificates',
  'no_certificate',
  'unknown_program',
]);

/**
 * The program under which a lead counts. Clients may send any text, and each name makes the counts larger, so only those
 * that the offer was found to have count under their own.
 */
export const countedProgram = (program: Value | undefined, reason: Value | undefined): Value =>
  program != null && reason != null && BEFORE_PROGRAM.has(reason) ? OTHER : (program ?? null);

/** The subid under which something counts. A long one would make the counts larger than they need to be. */
export const countedSubid = (subid: Value | undefined): Value =>
  subid != null && subid.length > MAX_SUBID_LENGTH ? OTHER : (subid ?? null);
