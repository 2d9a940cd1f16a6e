import type { Offer } from '../catalogue/types.js';
import { portable } from './answer-schema.js';
import { BEYOND_SCHEMA } from './beyond-schema.js';

/** What the checks of a submit refuse although the body is as its schema says. */
const DECIDED = [
  'Answers to numbers are below 2^53, and those to questions with a pattern have at most 1000 characters (status invalid)',
  'The lead is eligible for the offer and the program (see eligibility): NOT_ELIGIBLE',
  'The person is not on a suppression list, and a service that verifies leads lets it pass: NOT_ELIGIBLE',
  'Offer and campaign are active: OFFER_UNAVAILABLE',
  'The person was not sold to the offer, its buyer or by the service before: DUPLICATE',
  'No cap is full: CAP_REACHED',
  "The school's own system takes the lead: BUYER_REJECTED, DUPLICATE",
];

/** Rules of a body for other calls than a direct post. */
const ELSEWHERE = ['a result that asks', 'a campaign of yours that is active'];

/** What only a submit can refuse, in words: no schema can hold it. */
export const ONLY_SUBMIT: readonly string[] = [
  ...BEYOND_SCHEMA.filter(({ rule }) => !ELSEWHERE.some((start) => rule.startsWith(start))).map(
    ({ rule, at, answer }) => `${at}: ${rule} (${answer})`,
  ),
  ...DECIDED,
];

/** Questions of the offer whose pattern the schema can't hold. */
export const patternsBeyond = ({ questions }: Pick<Offer, 'questions'>): string[] =>
  questions.flatMap(({ name, type, pattern }) =>
    type === 'text' && pattern !== undefined && portable(pattern) === undefined
      ? [`${name}: text, after trimming, that ${pattern} matches (status invalid)`]
      : [],
  );
