import type { Request, Response } from 'express';
import type Joi from 'joi';
import { hasLoneSurrogate } from '../core/lead/invisible-characters.js';
import { fieldMissing, invalidField, malformed } from '../http/faults.js';
import { bodyReader } from '../http/read-body.js';
import type { OperatorRoute } from './route.js';

const MAX_BYTES = 65_536;

/** Reads the body as the route's schema has it. Throws an ApiFault that names the first field at fault. */
export function operatorBody({
  body: schema,
  maxBytes = MAX_BYTES,
}: Pick<OperatorRoute, 'body' | 'maxBytes'>): (request: Request, response: Response) => Promise<unknown> {
  if (!schema) return withoutBody;
  const read = bodyReader(maxBytes);
  return async (request, response) => {
    const body = await read(request, response);
    requireStorable(body, []);
    const result = schema.validate(body, { convert: false });
    if (result.error) throw faultOf(result.error.details[0]);
    return result.value;
  };
}

function withoutBody({ headers }: Request): Promise<undefined> {
  const { 'content-length': length = '0', 'transfer-encoding': encoding } = headers;
  if (encoding === undefined && !(Number(length) > 0)) return Promise.resolve(undefined);
  return Promise.reject(malformed('Send no body with this call.'));
}

/** JSON may hold a member `__proto__`, which joi does not see, and half characters, which no text that goes on may hold. */
function requireStorable(value: unknown, path: readonly string[]): void {
  if (typeof value === 'string' && hasLoneSurrogate(value))
    throw invalidField(path.join('.'), 'text without unpaired surrogates (broken characters)');
  if (typeof value !== 'object' || value === null) return;
  if (Object.hasOwn(value, '__proto__')) throw malformed('Send no member named __proto__.');
  for (const [name, member] of Object.entries(value)) requireStorable(member, [...path, name]);
}

function faultOf(found: Joi.ValidationErrorItem | undefined) {
  const field = found?.path.join('.') ?? '';
  if (found?.type === 'any.required') return fieldMissing(field);
  if (found?.type === 'object.unknown') return malformed(`Send no ${field}: this call does not take it.`);
  return invalidField(field === '' ? undefined : field, found?.context?.label ?? 'valid');
}
