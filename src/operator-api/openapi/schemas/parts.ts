import {
  orNull,
  ref,
  text,
  uuid,
  type JsonSchema,
  type Ref,
  type TypeOf,
} from '../../../http/openapi/json-schema.js';
import { DECISION_CODES } from '../../../core/refusal.js';

type Members = Readonly<Record<string, JsonSchema>>;
type ObjectOf<M extends Members> = { readonly [Name in keyof M]: TypeOf<M[Name]> };

/** An object that has all of these members. */
export const exactly = <M extends Members>(properties: M, description?: string): JsonSchema<ObjectOf<M>> => ({
  ...{ type: 'object', required: Object.keys(properties), properties },
  ...(description !== undefined && { description }),
});

/** An object that has all of the first members, and may have the others. */
export const exactlyWithSome = <All extends Members, Some extends Members>(
  all: All,
  some: Some,
): JsonSchema<ObjectOf<All> & Partial<ObjectOf<Some>>> => ({
  ...{ type: 'object', required: Object.keys(all), properties: { ...all, ...some } },
});

export const listOf = <S extends JsonSchema>(
  items: S,
  description?: string,
): JsonSchema<readonly TypeOf<S>[]> => ({
  type: 'array',
  items,
  ...(description !== undefined && { description }),
});

export const oneOf = <const Value extends string>(
  values: readonly Value[],
  description?: string,
): JsonSchema<Value> => ({
  type: 'string',
  enum: values,
  ...(description !== undefined && { description }),
});

export const time = (description?: string): JsonSchema<Date | string> => ({
  type: 'string',
  format: 'date-time',
  ...(description !== undefined && { description }),
});

export const flag = (description?: string): JsonSchema<boolean> => ({
  type: 'boolean',
  ...(description !== undefined && { description }),
});

/** A text that may be empty. */
export const anyText = (description?: string): JsonSchema<string> => ({
  type: 'string',
  ...(description !== undefined && { description }),
});

/** YYYY-MM-DD. */
export const day = (): JsonSchema<string> => ({ type: 'string', format: 'date' });

interface Bounds {
  readonly minimum?: number;
  readonly maximum?: number;
}

export const number = (description?: string, bounds: Bounds = {}): JsonSchema<number> => ({
  ...{ type: 'number', ...bounds },
  ...(description !== undefined && { description }),
});

export const whole = (description?: string, bounds: Bounds = {}): JsonSchema<number> => ({
  ...number(description, bounds),
  type: 'integer',
});

export const count = (description?: string) => whole(description, { minimum: 0 });

export const SHARE = orNull(number('Null: of nothing', { minimum: 0, maximum: 1 }));

/** True, whatever the answer says besides. */
export const always = (description?: string): JsonSchema<boolean> => ({ ...flag(description), const: true });

/** An amount; null: nothing is configured. */
export const cents = (description: string) => orNull(whole(description));

/** A reference, or null. */
export const maybe = <Name extends string>(
  name: Name,
  description?: string,
): JsonSchema<Ref<Name> | null> => ({
  anyOf: [ref('schemas', name), { type: 'null' }],
  ...(description !== undefined && { description }),
});

/** Members that callers chose, or that depend on the kind of an entry. */
export const free = (description?: string): JsonSchema<object> => ({
  type: 'object',
  ...(description !== undefined && { description }),
});

export const CODE = oneOf(
  [...DECISION_CODES, 'UNKNOWN'],
  'The decision; PENDING while there is none, UNKNOWN while nobody knows whether the buyer has it',
);

export const partSchemas = {
  Named: exactly(
    {
      id: uuid(),
      handle: orNull(text()),
      name: orNull(text()),
    },
    'An entry of the catalogue, with its present names; null where the catalogue does not have it',
  ),
  Refusal: exactlyWithSome(
    {
      check: text('The check that refused'),
      code: text('The code of the decision'),
      why: text('The rule'),
    },
    {
      field: text('The field or question at fault'),
      type: text('The type that the question takes'),
      others: listOf(free('A field and its code'), 'Every other field at fault'),
      detail: free('More about the rule'),
      held_by: free('On DUPLICATE: the lead that has the person'),
    },
  ),
  TimelineEntry: exactly({
    at: time(),
    what: text('What happened; another release may have kinds of its own'),
    offer: maybe('Named'),
    outcome: orNull(text()),
    sentence: orNull(text('Of a refusal: why, for a person')),
    reason: orNull(free('More about it, by its kind')),
  }),
  Consent: free('What the consumer agreed to; parts that identify the person are masked'),
  PersonalData: oneOf(['masked', 'shown'], '`shown` for a key with the scope pii:read'),
};

/** The members that hold what the caller sent. */
export const PERSON = {
  consent: ref('schemas', 'Consent'),
  lead: free('The consumer, by groups'),
  tracking: free('Where the consumer came from'),
  extra: free('Other members that the caller sent'),
  personal_data: ref('schemas', 'PersonalData'),
  lacks_key: orNull(text('The data key that `console` lacks, so that the person is left out; null: none')),
};
