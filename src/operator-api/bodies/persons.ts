import Joi from 'joi';
import { CASE, CASE_IN_WORDS, type PersonWanted } from '../../app/person/sought-person.js';
import { expecting } from '../../http/described-schema.js';
import { count, flag, name } from './kinds.js';

const LEADS_AT_MOST = 1_000_000;

const person = {
  email: name('The e-mail address of the person'),
  phone: name('The phone number of the person'),
  case: expecting(Joi.string().pattern(CASE), CASE_IN_WORDS)
    .description('Your own number of the case; never a name')
    .required(),
};

/** Whom somebody looks for. */
export const personBody = Joi.object<PersonWanted>(person);

export interface ErasePersonBody extends PersonWanted {
  readonly keep_evidence: boolean;
  /** Absent on the command line: nobody looked before. */
  readonly leads?: number;
}

export const erasePersonBody = Joi.object<ErasePersonBody>({
  ...person,
  keep_evidence: flag(
    'Whether the evidence of consents is kept for leads that may have reached a buyer; you may have to prove them',
  ).required(),
  leads: count(
    0,
    LEADS_AT_MOST,
    'How many `leads` the find told; if it is another number now, nothing is erased',
  ).required(),
});

export interface NoticeBody {
  readonly id: string;
}

export const noticeBody = Joi.object<NoticeBody>({
  id: name('The id of a notice, as the list has it').required(),
});
