import Joi from 'joi';
import { UUID } from '../../core/uuid.js';
import type { Unclean } from '../body/clean-body.js';

/** What validation knows besides the body. */
export interface SchemaContext {
  /** YYYY-MM-DD: the last day that a date of birth may have. */
  readonly today: string;
  readonly unclean: readonly Unclean[];
}

/**
 * Says what a value must be, as the end of the sentence "<field> must be …". It is joi's label, and not its messages,
 * because those cost more at every validation than all the rest of it.
 */
export const expecting = <T extends Joi.Schema>(schema: T, expected: string): T =>
  schema.label(expected) as T;

/** A part of JSON Schema, as the API's description has it. */
export type Shape = Readonly<Record<string, unknown>>;

/** joi's name for what the description shows of a rule that only a function holds. */
export const SHAPE = 'x-shape';

/**
 * Says in JSON Schema what a function checks, as nearly as that can. A `pattern` is of the trimmed text, whole and
 * without anchors: the description adds what may stand around it.
 */
export const shaped = <T extends Joi.Schema>(schema: T, shape: Shape): T =>
  schema.meta({ [SHAPE]: shape }) as T;

/** joi's name for what the description calls a schema that stands in several bodies. */
export const NAME = 'x-name';

export const named = <T extends Joi.Schema>(schema: T, name: string): T => schema.meta({ [NAME]: name }) as T;

/** joi's name for a member that is not looked at where another one is sent. */
export const OVERRIDABLE = 'x-overridable';

export const overridable = (schema: Joi.Schema): Joi.Schema => schema.meta({ [OVERRIDABLE]: true });

/** A UUID of any version; answered in lower case. */
export const uuid = (): Joi.StringSchema =>
  shaped(
    expecting(
      Joi.string()
        .pattern(UUID)
        .custom((text: string) => text.toLowerCase()),
      'a UUID',
    ),
    { pattern: UUID.source.slice(1, -1).replaceAll('a-f', 'a-fA-F') },
  );

export const text = (): Joi.StringSchema =>
  expecting(
    Joi.string().custom((value: string, helpers) =>
      value.includes('\0') ? helpers.error('text.nul') : value,
    ),
    'text',
  );

export const flag = (): Joi.BooleanSchema => expecting(Joi.boolean(), 'true or false');

const within = (parent: readonly string[], { path }: Unclean): boolean =>
  parent.every((key, index) => path[index] === key);

/**
 * An object with these keys and any others; what of its other content may not be stored is a fault of the
 * object, found after its own keys. An object inside it, with schema of its own, speaks for itself.
 */
export const record = <Body = Readonly<Record<string, unknown>>>(
  keys: Joi.SchemaMap,
  at: readonly string[],
): Joi.ObjectSchema<Body> =>
  expecting(
    Joi.object<Body>(keys)
      .unknown(true)
      .custom((value: Body, helpers) => {
        const { unclean } = helpers.prefs.context as SchemaContext;
        const found = unclean.find((one) => within(at, one));
        if (!found) return value;
        return helpers.error(found.what === 'key' ? 'key.forbidden' : 'text.nul', {
          at: found.path.join('.'),
        });
      }),
    'an object',
  );

/** What must hold for content that has no schema of its own, by joi's name of the fault. */
export const EXPECTED_OF_CONTENT: Readonly<Record<string, string>> = {
  'key.forbidden':
    'an object whose keys do not start with $, hold no dot, control or format character and are no internals of JavaScript, BSON or JSONata',
  'text.nul': 'text without NUL characters',
};

/** Who calls for what, the first keys of search and submit. */
export const ownerKeys = () => ({
  svc_campaign_id: uuid().required().description('The campaign; the service never picks one'),
  svc_affiliate_id: uuid().required().description('The affiliate that the API key belongs to'),
});
