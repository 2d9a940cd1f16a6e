import type { Tone } from '../parts/notice';

interface Worded {
  readonly words: string;
  readonly tone: Tone;
}

const worded = (words: string, tone: Tone): Worded => ({ words, tone });

/** Decisions, as people say them. */
const CODES: Readonly<Record<string, Worded>> = {
  ACCEPTED: worded('Accepted', 'good'),
  RETURNED: worded('Returned', 'bad'),
  PENDING: worded('Not decided yet', 'wait'),
  UNKNOWN: worded('Outcome unknown', 'bad'),
  TEST_LEAD_HELD: worded('Test lead, held', 'plain'),
  DUPLICATE: worded('Duplicate', 'plain'),
  NOT_ELIGIBLE: worded('Not eligible', 'plain'),
  CAP_REACHED: worded('Cap reached', 'wait'),
  BUYER_REJECTED: worded('Rejected by the buyer', 'plain'),
  OFFER_UNAVAILABLE: worded('Offer unavailable', 'plain'),
  REQUIRED_FIELD_MISSING: worded('Field missing', 'plain'),
  INVALID_FIELD: worded('Invalid value', 'plain'),
  DELIVERY_FAILED: worded('Not delivered', 'bad'),
};

const STATES: Readonly<Record<string, Worded>> = {
  queued: worded('Queued', 'wait'),
  working: worded('Being evaluated', 'wait'),
  sending: worded('Being sent', 'wait'),
  waiting: worded('Waiting to be sent again', 'wait'),
  saved: worded('Saved until the buyer opens', 'info'),
  pending: worded('Waiting for the buyer', 'info'),
  unknown: worded('Outcome unknown', 'bad'),
  accepted: worded('Accepted', 'good'),
  rejected: worded('Rejected', 'plain'),
  invalid: worded('Invalid', 'plain'),
  held: worded('Test lead, held', 'plain'),
  failed: worded('Not delivered', 'bad'),
};

export const codeWords = (code: string): Worded => CODES[code] ?? worded(code, 'plain');
export const stateWords = (state: string): Worded => STATES[state] ?? worded(state, 'plain');

export const codeOptions = Object.entries(CODES).map(([value, { words: label }]) => ({ value, label }));
export const stateOptions = Object.entries(STATES).map(([value, { words: label }]) => ({ value, label }));

/** A name of the catalogue, whatever of it is known. */
export const nameOf = (
  named:
    { readonly id: string; readonly handle: string | null; readonly name: string | null } | null | undefined,
): string => (named ? (named.name ?? named.handle ?? named.id.slice(0, 8)) : '–');

/** Both ends of an id, enough to recognize it. */
export const shortId = (id: string): string => `${id.slice(0, 8)}…${id.slice(-4)}`;
