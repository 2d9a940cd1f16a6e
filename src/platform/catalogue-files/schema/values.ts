import Joi from 'joi';
import { IANAZone } from 'luxon';
import { parseDuration } from '../../../core/catalogue/duration.js';
import { centsOf, MAX_MONEY } from '../../../core/catalogue/money.js';
import { parseShare } from '../../../core/catalogue/share.js';
import { isCalendarDate } from '../../../core/lead/field-value.js';
import { parseLimit, type Operation } from '../../../core/limits/limits.js';
import { isReservedName } from '../../../core/questions/question-names.js';
import { patternProblem } from '../../../core/patterns/linear-pattern.js';
import { isUuid } from '../../../core/uuid.js';
import { didYouMean } from '../../../core/catalogue/did-you-mean.js';
import type { EntryKind } from '../../../core/catalogue/document.js';
import type { FieldKind, FormOption } from '../../../core/catalogue/entry-form.js';

/** The joi error code of a value's custom message. */
export const OWN_MESSAGE = 'own_message';

/** Adds one rule to `schema`. `problem` returns what is wrong with the value, or undefined. */
export function withRule<T>(schema: Joi.AnySchema<T>, problem: (value: T) => string | undefined): Joi.Schema {
  return schema.custom((value: T, helpers) => {
    const message = problem(value);
    return message === undefined ? value : helpers.error(OWN_MESSAGE, { message });
  });
}

/** What a form must know of a field beside joi's own rules. `describe-entries.ts` reads it. */
export interface FieldWords {
  readonly kind?: FieldKind;
  readonly label?: string;
  readonly help?: string;
  /** What counts without a value: as the files say it, or in words. */
  readonly byDefault?: unknown;
  /** The words of values that do not speak for themselves. */
  readonly words?: Readonly<Record<string, string>>;
  /** Values that joi does not list, because another message says what is wrong with them. */
  readonly options?: readonly FormOption[];
  readonly isAdvanced?: true;
  /** What one row of a list is called. */
  readonly one?: string;
  /** Whose handles these are. */
  readonly of?: EntryKind;
  readonly least?: string;
  readonly most?: string;
}

/** A schema with its words for forms: those given last count. */
export const field = <Schema extends Joi.Schema>(
  label: string,
  schema: Schema,
  words: Omit<FieldWords, 'label'> = {},
): Schema => schema.meta({ label, ...words }) as Schema;

const kind = <Schema extends Joi.Schema>(name: FieldKind, schema: Schema, more: FieldWords = {}): Schema =>
  schema.meta({ kind: name, ...more }) as Schema;

function textProblem(value: string): string | undefined {
  return value.trim() === value ? undefined : 'begins or ends with a space';
}

/** One line of text. */
export const text = (most = 200): Joi.Schema =>
  withRule(Joi.string().max(most), (value) =>
    /\p{Cc}/u.test(value) ? 'holds a line break or another control character' : textProblem(value),
  );

/** Text of several lines. The line break that YAML's `|` leaves at the end is allowed. */
export const paragraphs = (most: number): Joi.Schema =>
  kind(
    'paragraphs',
    withRule(Joi.string().max(most), (value) =>
      /(?![\n\r\t])\p{Cc}/u.test(value)
        ? 'holds a control character'
        : textProblem(value.replace(/\n+$/, '')),
    ),
  );

export const handle = kind(
  'handle',
  withRule(Joi.string(), (value) =>
    /^[a-z0-9][a-z0-9_-]{0,63}$/.test(value)
      ? undefined
      : 'must be 1 to 64 of the characters a-z, 0-9, - and _, and begin with a letter or digit',
  ),
);

export const id = withRule(Joi.string(), (value) =>
  isUuid(value) && value === value.toLowerCase() ? undefined : 'must be a UUID in lower case',
);

/** The name of a program or an option, as callers send it. */
export const value = withRule(Joi.string().max(100), (name) => {
  if (isReservedName(name)) return `can't be "${name}", a word with a meaning of its own`;
  return /\p{Cc}/u.test(name) ? 'holds a control character' : textProblem(name);
});

export const money = kind(
  'money',
  withRule(Joi.number().unsafe(), (amount) =>
    centsOf(amount) === undefined
      ? `must be an amount from 0 to ${MAX_MONEY} with at most two decimals`
      : undefined,
  ),
);

/**
 * A duration like `30m`, between two others. For a bare number, the message says that the unit is missing, not that
 * the value must be text.
 */
export const duration = (least: string, most: string): Joi.Schema =>
  kind(
    'duration',
    withRule<unknown>(Joi.any(), (typed) => {
      const ms = typeof typed === 'string' ? parseDuration(typed) : undefined;
      if (ms === undefined) return 'must be a duration like 10s, 30m, 72h or 90d';
      const fits = ms >= (parseDuration(least) ?? 0) && ms <= (parseDuration(most) ?? 0);
      return fits ? undefined : `must be from ${least} to ${most}`;
    }),
    { least, most },
  );

/** A share like `10%`. For a bare number, the message says what is missing. */
export const share: Joi.Schema = kind(
  'share',
  withRule<unknown>(Joi.any(), (typed) =>
    typeof typed === 'string' && parseShare(typed) !== undefined
      ? undefined
      : 'must be a share like 10% or 2.5%, from 0% to 100%, with at most two decimals',
  ),
);

/** The code of a return's reason. Statements, reports and buyers' files name the reason by it. */
export const reasonCode = withRule(Joi.string(), (code) => {
  if (!/^[a-z0-9_]{1,40}$/.test(code)) return 'must be 1 to 40 of the characters a-z, 0-9 and _';
  return isReservedName(code) ? `can't be "${code}", a word with a meaning of its own` : undefined;
});

export const timeZone = kind(
  'zone',
  withRule(Joi.string().max(100), (zone) =>
    /^[A-Za-z]/.test(zone) && IANAZone.isValidZone(zone)
      ? undefined
      : `names no time zone${didYouMean(zone, Intl.supportedValuesOf('timeZone'))}`,
  ),
);

export const date = kind(
  'date',
  withRule(Joi.string(), (day) =>
    isCalendarDate(day) ? undefined : 'must be a date that exists, as YYYY-MM-DD',
  ),
);

export const oneOf = (...words: readonly string[]): Joi.Schema => Joi.string().valid(...words);
export const count = (least: number, most: number): Joi.Schema => Joi.number().integer().min(least).max(most);

/** Calls per minute and burst, in the format of `leadkeep key issue --limit`: `600/min:50`. */
export const limitOf = (operation: Operation): Joi.Schema =>
  kind(
    'limit',
    withRule(Joi.string(), (typed) => {
      const parsed = parseLimit(`${operation}=${typed}`);
      return parsed.ok
        ? undefined
        : 'must be a limit like 600/min or 600/min:50, of numbers from 1 to 1,000,000';
    }),
  );

export const listOf = (item: Joi.Schema): Joi.ArraySchema => Joi.array().items(item);

export const pattern = withRule(Joi.string().max(200), (source) => patternProblem(source));
