import type { Request, Response } from 'express';
import type Joi from 'joi';
import type { Operation } from '../core/limits.js';
import { cleanBody, type CleanBody } from './body/clean-body.js';
import { bodyReader } from './body/read-body.js';
import type { Answer, Api, Call, Handler } from './call.js';
import { withoutShadowed } from './schemas/lead-data.js';
import { validate } from './schemas/validate.js';

/** Reads and validates what a call carries, or throws the first fault. */
type Read<Body> = (request: Request, response: Response, now: Date) => Promise<Body>;

interface RouteDefinition<Body> {
  readonly method: 'GET' | 'POST';
  /** As Express has it: `:name` is a parameter. */
  readonly path: string;
  /** What the key must be allowed, and whose limit the call counts against. */
  readonly operation: Operation;
  readonly read: Read<Body>;
  readonly handle: Handler<Body>;
}

/** One line of the table: what comes with the call is read and handled by the same route. */
export interface Route extends Pick<RouteDefinition<unknown>, 'method' | 'path' | 'operation'> {
  readonly read: Read<unknown>;
  readonly handle: (api: Api, call: Call<unknown>) => Promise<Answer>;
}

export const route = <Body>({ read, handle, ...rest }: RouteDefinition<Body>): Route => ({
  ...rest,
  read,
  handle: (api, call) => handle(api, { ...call, body: call.body as Body }),
});

export const noBody: Read<undefined> = () => Promise.resolve(undefined);

/** A JSON body of at most `limit` bytes, as its schema (or the one chosen for this body) reads it. */
export function bodyOf<Body>(
  limit: number,
  schema: Joi.ObjectSchema<Body> | ((body: CleanBody['body']) => Joi.ObjectSchema<Body>),
): Read<Body> {
  const read = bodyReader(limit);
  return async (request, response, now) => {
    const clean = cleanBody(await read(request, response));
    if ('lead' in clean.body) clean.body['lead'] = withoutShadowed(clean.body['lead']);
    const chosen = typeof schema === 'function' ? schema(clean.body) : schema;
    return validate(chosen, clean, now);
  };
}
