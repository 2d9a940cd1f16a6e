import type { Offer, Program, Question } from '../catalogue/types.js';
import { MAX_FALLBACKS } from '../fallback/fallback.js';
import { ADDRESS_PATTERN } from '../lead/field-patterns.js';
import { TRACKING_TEXTS } from '../lead/tracking-keys.js';
import { UUID } from '../uuid.js';
import { answerForms } from './answer-schema.js';
import { fieldDefs, leadHaving, leadSchema } from './lead-schema.js';
import {
  DEFS,
  either,
  having,
  NOT_SENT,
  oneOfTexts,
  optional,
  SENT,
  thisId,
  trimmed,
  type JsonSchema,
} from './schema-parts.js';

/** The caller's ids, which every body to this offer has. */
export interface PostingIds {
  readonly campaign_id: string;
  readonly affiliate_id: string;
}

const TEXT: JsonSchema = { anyOf: [{ type: 'string' }, { type: 'null' }] };
const FLAG: JsonSchema = { type: 'boolean' };

const TRACKING: JsonSchema = {
  type: 'object',
  required: ['ip_address'],
  properties: {
    ip_address: { ...trimmed(ADDRESS_PATTERN), description: "The consumer's own public address" },
    ...Object.fromEntries(TRACKING_TEXTS.map((name) => [name, TEXT])),
  },
};

const ANY_ID = trimmed(UUID.source.slice(1, -1).replaceAll('a-f', 'a-fA-F'));

/** Which offers may be named is for the submit. Items that count as not sent have no place. */
const FALLBACKS: JsonSchema = {
  type: 'array',
  items: optional([
    {
      type: 'object',
      required: ['svc_offer_id', 'tcpa_consent'],
      properties: {
        svc_offer_id: ANY_ID,
        tcpa_consent: { const: true },
        consent_button_label: TEXT,
        program_id: TEXT,
        answers: optional([{ type: 'object' }]),
      },
    },
  ]),
  contains: SENT,
  minContains: 0,
  maxContains: MAX_FALLBACKS,
};

/**
 * The JSON Schema of a direct post to one offer. A submit refuses what the schema refuses. What only a submit can
 * refuse is in `onlySubmit`. `isLoose`: lead fields may have the forms that the affiliate's setting allows.
 */
export function offerSchema(offer: Offer, ids: PostingIds, isLoose: boolean): JsonSchema {
  const [only, ...others] = offer.programs;
  // The only program is chosen where none is sent.
  const always = only && others.length === 0 ? [only] : [];
  const choices = always.length > 0 ? [] : offer.programs;
  const consent = offer.consent_required ? { const: true } : optional([FLAG]);
  const questions = offer.questions.map((question) => answerTo(question, isAlwaysRequired(question, always)));
  const rules = [
    ...(offer.consent_required ? [requiring('tcpa_consent')] : []),
    ...offer.questions.filter((one) => isAlwaysRequired(one, always)).map(({ name }) => requiring(name)),
    ...leadHaving([...offer.required_fields, ...always.flatMap(({ required_fields }) => required_fields)]),
    ...choices.flatMap((program) => ofProgram(offer, program)),
  ];
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: offer.name,
    $defs: { ...DEFS, ...fieldDefs(isLoose) },
    type: 'object',
    required: ['svc_campaign_id', 'svc_affiliate_id', 'svc_offer_id', 'lead', 'tracking'],
    properties: {
      svc_campaign_id: thisId(ids.campaign_id),
      svc_affiliate_id: thisId(ids.affiliate_id),
      svc_offer_id: thisId(offer.id),
      svc_result_id: NOT_SENT,
      svc_lead_id: optional([ANY_ID]),
      svc_is_test_lead: optional([FLAG]),
      lead: leadSchema(),
      tracking: TRACKING,
      tcpa_consent: { ...consent, description: "The consumer's consent decision" },
      consent_button_label: TEXT,
      consent_cert_url: TEXT,
      universal_lead_ref: TEXT,
      program_id: programs(offer.programs),
      fallbacks: optional([FALLBACKS]),
      ...Object.fromEntries(questions),
    },
    ...(rules.length > 0 && { allOf: rules }),
  };
}

const requiring = (name: string): JsonSchema => having(name, {});

const answerTo = (question: Question, required: boolean): readonly [string, JsonSchema] => {
  const forms = answerForms(question, required);
  const schema = required ? either(forms) : optional(forms);
  return [question.name, { ...schema, ...(question.label !== undefined && { description: question.label }) }];
};

const isRequiredFor = ({ required_when }: Question, { value }: Program): boolean =>
  required_when?.program_ids.includes(value) ?? false;

const isAlwaysRequired = (question: Question, programs: readonly Program[]): boolean =>
  question.required || programs.some((program) => isRequiredFor(question, program));

const programs = (known: readonly Program[]): JsonSchema =>
  known.length === 0 ? NOT_SENT : optional([oneOfTexts(known.map(({ value }) => value))]);

/** What a program requires besides, where it is chosen. */
function ofProgram(offer: Offer, program: Program): JsonSchema[] {
  const questions = offer.questions.filter((one) => !one.required && isRequiredFor(one, program));
  const then = [
    ...questions.map((question) => having(question.name, either(answerForms(question, true)))),
    ...leadHaving(program.required_fields),
  ];
  return then.length === 0
    ? []
    : [{ if: having('program_id', oneOfTexts([program.value])), then: { allOf: then } }];
}
