import Joi from 'joi';
import { cleanOperatorWords } from '../../core/clean-words.js';
import { isCalendarDate } from '../../core/lead/field-value.js';
import { UUID } from '../../core/uuid.js';
import { expecting, shaped } from '../../http/described-schema.js';
import { moment as aMoment } from '../parameters/kinds.js';

const MAX_WHY = 500;

declare const NEEDED: unique symbol;
type Needed = { readonly [NEEDED]: true };

/** A member that every body must have. The others may be absent. */
export const needed = <S extends Joi.Schema>(schema: S) => schema.required() as S & Needed;

/** What a schema reads. */
export type BodyOf<S extends Joi.Schema> = NonNullable<S['~standard']['types']>['output'];

type Members = Readonly<Record<string, Joi.Schema>>;
type ReadOf<M extends Members> = {
  readonly [Name in keyof M as M[Name] extends Needed ? Name : never]: BodyOf<M[Name]>;
} & { readonly [Name in keyof M as M[Name] extends Needed ? never : Name]?: BodyOf<M[Name]> };

/** A JSON object with these members and no other. A schema says once what is checked, described and typed. */
export const body = <M extends Members>(members: M): Joi.ObjectSchema<ReadOf<M>> => Joi.object(members);

/** Any number of values, or as many as the schema is told then. */
export const listOf = <S extends Joi.Schema>(items: S) =>
  Joi.array().items(items) as Joi.ArraySchema<readonly BodyOf<S>[]>;

export const orNull = <S extends Joi.Schema>(schema: S) =>
  schema.allow(null) as Joi.AnySchema<BodyOf<S> | null>;

/** An operator's words for a timeline and the audit log. They are cleaned of personal data. */
export const why = (description: string): Joi.StringSchema =>
  shaped(
    expecting(
      Joi.string()
        .max(MAX_WHY)
        .custom((text: string, helpers) => cleanOperatorWords(text) ?? helpers.error('any.invalid')),
      `a reason in words, without personal data, of at most ${MAX_WHY} characters`,
    ),
    { minLength: 1, maxLength: MAX_WHY },
  ).description(description);

export const oneOf = <Value extends string>(
  values: readonly Value[],
  description: string,
): Joi.StringSchema<Value> =>
  expecting(Joi.string<Value>().valid(...values), `one of ${values.join(', ')}`).description(description);

export const flag = (description: string): Joi.BooleanSchema =>
  expecting(Joi.boolean(), 'true or false').description(description);

/** A text that is compared, not shown: a handle, a code, a reference. */
export const name = (description: string, max = 200): Joi.StringSchema =>
  shaped(
    expecting(
      Joi.string()
        .min(1)
        .max(max)
        .pattern(/^\P{C}+$/u),
      `a text of 1 to ${max} characters without control characters`,
    ),
    { minLength: 1, maxLength: max },
  ).description(description);

export const count = (min: number, max: number, description: string): Joi.NumberSchema =>
  expecting(Joi.number().integer().min(min).max(max), `a whole number from ${min} to ${max}`).description(
    description,
  );

/** A moment, in UTC. */
export const moment = (description: string): Joi.StringSchema =>
  expecting(
    Joi.string()
      .max(30)
      .pattern(/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?Z$/)
      .custom((text: string, helpers) =>
        aMoment.read(text) === undefined ? helpers.error('any.invalid') : text,
      ),
    'a time in UTC, like 2026-10-01T00:00:00Z',
  ).description(description);

/** A day of the calendar. */
export const day = (description: string): Joi.StringSchema =>
  shaped(
    expecting(
      Joi.string()
        .max(10)
        .custom((text: string, helpers) => (isCalendarDate(text) ? text : helpers.error('any.invalid'))),
      'a day like 2026-10-31',
    ),
    { format: 'date' },
  ).description(description);

/** The text of a file. */
export const fileText = (max: number, description: string): Joi.StringSchema =>
  expecting(Joi.string().max(max), `the text of a file, of at most ${max} characters`).description(
    description,
  );

/** The most characters of a file of leads, and the most lines. */
const MAX_FILE = 4_000_000;
const MAX_ROWS = 20_000;

/** A file of the most characters, as JSON writes its quotation marks and other letters. */
export const LEAD_FILE_BYTES = 12 * 1_048_576;

/** The text of a buyer's file of leads. */
export const leadFile = (description: string): Joi.StringSchema =>
  expecting(
    Joi.string()
      .max(MAX_FILE)
      .custom((text: string, helpers) =>
        text.split(/\r\n?|\n/, MAX_ROWS + 2).length > MAX_ROWS + 1 ? helpers.error('any.invalid') : text,
      ),
    `the text of a file, of at most ${MAX_FILE} characters and ${MAX_ROWS} lines: split it`,
  ).description(description);

/** The leads of a plan that somebody saw. */
export const onlyLeads = (description: string) =>
  expecting(
    listOf(shaped(expecting(Joi.string().pattern(UUID), 'a UUID'), { format: 'uuid' }))
      .max(MAX_ROWS)
      .unique(),
    `a list of at most ${MAX_ROWS} ids of leads`,
  ).description(description);

export const MAX_MEANINGS = 500;

/** How a buyer's file is read, by the fields that it has. */
export const fileMapping = <Field extends string>(fields: readonly Field[], described: string) =>
  body({
    columns: body(
      Object.fromEntries(
        fields.map((field) => [field, name(`The column of the file that has the ${field}`)]),
      ) as Record<Field, Joi.StringSchema>,
    ).description("Without it, they're found as they were last, or by name"),
    meanings: listOf(
      body({
        text: needed(name('What the file says')),
        means: needed(name('What it means', 100)),
      }),
    )
      .max(MAX_MEANINGS)
      .description("What the buyer's own words mean"),
  }).description(described);

/** Whether rows at fault are left out. */
export const skipErrors = () =>
  flag('true: leave out the rows with errors and do the others. false: with any error, nothing is changed');

/** A plan is shown first (`true`), and carried out then (`false`). */
export const dryRun = () => needed(flag('true: only say what it would do. false: do it'));
