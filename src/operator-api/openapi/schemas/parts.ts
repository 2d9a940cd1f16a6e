import { object, orNull, ref, text, uuid, type JsonSchema } from '../../../http/openapi/json-schema.js';
import { DECISION_CODES } from '../../../core/refusal.js';

/** An object that has all of these members. */
export const exactly = (
  properties: Readonly<Record<string, JsonSchema>>,
  description?: string,
): JsonSchema => ({
  ...object(properties, Object.keys(properties)),
  ...(description !== undefined && { description }),
});

export const listOf = (items: JsonSchema, description?: string): JsonSchema => ({
  type: 'array',
  items,
  ...(description !== undefined && { description }),
});

export const time = (description?: string): JsonSchema => ({
  type: 'string',
  format: 'date-time',
  ...(description !== undefined && { description }),
});

export const flag = (description?: string): JsonSchema => ({
  type: 'boolean',
  ...(description !== undefined && { description }),
});

export const count = (description?: string): JsonSchema => ({
  type: 'integer',
  minimum: 0,
  ...(description !== undefined && { description }),
});

/** An amount; null: nothing is configured. */
export const cents = (description: string): JsonSchema => ({ type: ['integer', 'null'], description });

/** A reference, or null. */
export const maybe = (name: string, description?: string): JsonSchema => ({
  anyOf: [ref('schemas', name), { type: 'null' }],
  ...(description !== undefined && { description }),
});

/** Members that callers chose, or that depend on the kind of an entry. */
export const free = (description: string): JsonSchema => ({ type: 'object', description });

export const CODE: JsonSchema = {
  type: 'string',
  enum: [...DECISION_CODES, 'UNKNOWN'],
  description:
    'The decision; PENDING while there is none, UNKNOWN while nobody knows whether the buyer has it',
};

export const partSchemas: Readonly<Record<string, JsonSchema>> = {
  Named: exactly(
    {
      id: uuid(),
      handle: orNull(text()),
      name: orNull(text()),
    },
    'An entry of the catalogue, with its present names; null where the catalogue does not have it',
  ),
  Refusal: object(
    {
      check: text('The check that refused'),
      code: text('The code of the decision'),
      why: text('The rule'),
      field: text('The field or question at fault'),
      type: text('The type that the question takes'),
      others: {
        type: 'array',
        description: 'Every other field at fault',
        items: free('A field and its code'),
      },
      detail: free('More about the rule'),
      held_by: free('On DUPLICATE: the lead that has the person'),
    },
    ['check', 'code', 'why'],
  ),
  TimelineEntry: exactly({
    at: time(),
    what: text('What happened; another release may have kinds of its own'),
    offer: maybe('Named'),
    outcome: orNull(text()),
    sentence: orNull(text('Of a refusal: why, for a person')),
    reason: { type: ['object', 'null'], description: 'More about it, by its kind' },
  }),
  Consent: free('What the consumer agreed to; parts that identify the person are masked'),
  PersonalData: {
    type: 'string',
    enum: ['masked', 'shown'],
    description: '`shown` for a key with the scope pii:read',
  },
};

/** The members that hold what the caller sent. */
export const PERSON: Readonly<Record<string, JsonSchema>> = {
  consent: ref('schemas', 'Consent'),
  lead: free('The consumer, by groups'),
  tracking: free('Where the consumer came from'),
  extra: free('Other members that the caller sent'),
  personal_data: ref('schemas', 'PersonalData'),
  lacks_key: orNull(text('The data key that `console` lacks, so that the person is left out; null: none')),
};
