import Joi from 'joi';
import { CASE, CASE_IN_WORDS } from '../../app/person/sought-person.js';
import { expecting } from '../../http/described-schema.js';
import { body, count, flag, name, needed, type BodyOf } from './kinds.js';

const LEADS_AT_MOST = 1_000_000;

const person = {
  email: name('The e-mail address of the person'),
  phone: name('The phone number of the person'),
  case: needed(expecting(Joi.string().pattern(CASE), CASE_IN_WORDS)).description(
    'Your own number of the case; never a name',
  ),
};

/** Whom somebody looks for. */
export const personBody = body(person);

/** On the command line nobody looked before. */
export type ErasePersonBody = Omit<BodyOf<typeof erasePersonBody>, 'leads'> & { readonly leads?: number };
export const erasePersonBody = body({
  ...person,
  keep_evidence: needed(
    flag(
      'Whether the evidence of consents is kept for leads that may have reached a buyer; you may have to prove them',
    ),
  ),
  leads: needed(
    count(0, LEADS_AT_MOST, 'How many `leads` the find told; if it is another number now, nothing is erased'),
  ),
});

export type NoticeBody = BodyOf<typeof noticeBody>;
export const noticeBody = body({
  id: needed(name('The id of a notice, as the list has it')),
});
