import { isUuid } from '../../core/uuid.js';
import type { Parameter } from './parameter.js';

type Kind<Value> = Omit<Parameter<Value>, 'in' | 'required' | 'description'>;

const MAX_TEXT = 200;

/** A part of the path, which every call has. */
export const inPath = <Value>(kind: Kind<Value>, description: string): Parameter<Value, true> => ({
  ...kind,
  in: 'path',
  required: true,
  description,
});

export const optional = <Value>(kind: Kind<Value>, description: string): Parameter<Value, false> => ({
  ...kind,
  in: 'query',
  required: false,
  description,
});

export const uuid: Kind<string> = {
  schema: { type: 'string', format: 'uuid' },
  expected: 'a UUID',
  read: (text) => (isUuid(text) ? text.toLowerCase() : undefined),
};

export const needed = <Value>(kind: Kind<Value>, description: string): Parameter<Value, true> => ({
  ...kind,
  in: 'query',
  required: true,
  description,
});

/** An optional parameter that may be sent several times. */
export const several = <Value>(kind: Kind<Value>, description: string) =>
  ({ ...optional(kind, description), repeated: true }) as const;

/** A text that is checked by a function. */
export const such = (isSuch: (text: string) => boolean, expected: string, example: string): Kind<string> => ({
  schema: { type: 'string' },
  example,
  expected,
  read: (sent) => (isSuch(sent) ? sent : undefined),
});

/** A text that callers, buyers or the catalogue chose. */
export const text = (example: string, max = MAX_TEXT): Kind<string> => ({
  schema: { type: 'string', minLength: 1, maxLength: max },
  example,
  expected: `a text of 1 to ${max} characters without control characters`,
  read: (sent) => (sent !== '' && sent.length <= max && !/\p{C}/u.test(sent) ? sent : undefined),
});

export const oneOf = <Value extends string>(values: readonly Value[]): Kind<Value> => ({
  schema: { type: 'string', enum: values },
  expected: `one of ${values.join(', ')}`,
  read: (sent) => values.find((value) => value === sent),
});

/** Some of these values, comma-separated. */
export const someOf = <Value extends string>(values: readonly Value[]): Kind<readonly Value[]> => ({
  schema: { type: 'string', pattern: `^(${values.join('|')})(,(${values.join('|')}))*$` },
  example: values.slice(0, 2).join(','),
  expected: `one or more of ${values.join(', ')}, separated by commas`,
  read(sent) {
    const names = [...new Set(sent.split(','))];
    const known = names.flatMap((name) => values.find((value) => value === name) ?? []);
    return known.length === names.length ? known : undefined;
  },
});

export const whole = (min: number, max: number): Kind<number> => ({
  schema: { type: 'integer', minimum: min, maximum: max },
  expected: `a whole number from ${min} to ${max}`,
  read: (sent) =>
    /^\d{1,9}$/.test(sent) && Number(sent) >= min && Number(sent) <= max ? Number(sent) : undefined,
});

/** A moment. A zone is needed, so that nobody has to know which one we would take. */
export const moment: Kind<Date> = {
  schema: { type: 'string', format: 'date-time' },
  example: '2026-10-01T00:00:00Z',
  expected: 'a time with its zone, like 2026-10-01T00:00:00Z',
  read(sent) {
    const [, year, month, day] =
      /^(\d{4})-(\d\d)-(\d\d)T\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:\d\d)$/.exec(sent) ?? [];
    const at = new Date(sent);
    // Date reads February 30 as March 2.
    const days = new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate();
    return day === undefined || Number.isNaN(at.getTime()) || Number(day) > days ? undefined : at;
  },
};
