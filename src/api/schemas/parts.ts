import Joi from 'joi';
import { MAX_EXTERNAL_ID_LENGTH } from '../../core/lead/external-id.js';
import { ONE_CERTIFICATE } from '../../core/lead/consent-evidence.js';
import { UUID } from '../../core/uuid.js';
import { expecting, shaped, type Shape } from '../../http/described-schema.js';
import { hasLoneSurrogate } from '../../core/lead/invisible-characters.js';
import type { Unclean } from '../body/clean-body.js';
import { pathOf } from '../body/path-of.js';

/** What validation uses besides the body. */
export interface SchemaContext {
  /** YYYY-MM-DD: the last day that a date of birth may have. */
  readonly today: string;
  readonly unclean: readonly Unclean[];
}

/** The key in joi's meta data for a schema's name in the description, if several bodies use the schema. */
export const NAME = 'x-name';

export const named = <T extends Joi.Schema>(schema: T, name: string): T => schema.meta({ [NAME]: name }) as T;

/** The key in joi's meta data for a schema that the whole value must meet too. */
export const ALSO = 'x-also';

/** Describes what is checked of the whole body, besides its members. */
export const alsoOf = <T extends Joi.Schema>(schema: T, also: Shape): T => schema.meta({ [ALSO]: also }) as T;

/** A UUID of any version, converted to lower case. */
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
    Joi.string().custom((value: string, helpers) => {
      if (value.includes('\0')) return helpers.error('nul');
      return hasLoneSurrogate(value) ? helpers.error('half') : value;
    }),
    'text',
  );

export const flag = (): Joi.BooleanSchema => expecting(Joi.boolean(), 'true or false');

const within = (parent: readonly string[], { path }: Unclean): boolean =>
  parent.every((key, index) => path[index] === key);

/**
 * An object with these keys and any others. Content in the other keys that must not be stored is a fault of the object,
 * which is found after the faults of its own keys. A nested object with its own schema reports its own faults.
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
        return helpers.error(found.what, { at: pathOf(found.path) });
      }),
    'an object',
  );

/** The rules for content without its own schema, by joi's code for the fault. */
export const EXPECTED_OF_CONTENT: Readonly<Record<Unclean['what'] | 'text.several', string>> = {
  key: 'an object whose keys do not start with $, hold no dot, control, format or half character and are no internals of JavaScript, BSON or JSONata',
  nul: 'text without NUL characters',
  half: 'text without unpaired surrogates (broken characters)',
  'text.several': ONE_CERTIFICATE,
};

/** Never a fault: what is no external id stays an extra key (docs/contract/leads.md). */
export const externalId = (): Joi.Schema =>
  Joi.any().description(
    `Your own id of it: a text of up to ${MAX_EXTERNAL_ID_LENGTH} characters, in answers, webhooks and statements; need not be unique. Anything else is an extra key`,
  );

/** The first keys of search and submit: the caller and the campaign. */
export const ownerKeys = () => ({
  svc_campaign_id: uuid().required().description('The campaign; the service never picks one'),
  svc_affiliate_id: uuid().required().description('The affiliate that the API key belongs to'),
});
