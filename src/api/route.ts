import type { Request, Response } from 'express';
import type Joi from 'joi';
import type { WebPorts } from '../app/ports/web-ports.js';
import type { Operation } from '../core/limits/limits.js';
import { withoutShadowed } from '../core/lead/lead-data.js';
import { cleanBody, isReadBy, type CleanBody } from './body/clean-body.js';
import { bodyReader } from '../http/read-body.js';
import type { Row } from '../http/rows.js';
import type { Turn } from '../http/turns.js';
import { localsOf } from '../http/send.js';
import { ApiFault } from '../http/api-fault.js';
import { loosenBody } from './body/loosen-body.js';
import { WITHOUT_LONE_SURROGATES, type AnyAnswer, type Call, type Handler, type Reading } from './call.js';
import { similarKeys } from './notices/similar-keys.js';
import type { OperationDescription } from './openapi/operation-description.js';
import { validate } from './schemas/validate.js';

/** Reads and validates the input of a call, or throws the first fault. Between the two it waits for its turn, if it takes turns. */
type Read<Body> = (
  request: Request,
  response: Response,
  now: Date,
  reading: Reading,
  turn?: Turn,
) => Promise<Body>;

/** The schemas of a body by their names in the API's description; most bodies have one form. */
type Forms<Body> = Readonly<Record<string, Joi.ObjectSchema<Body>>>;

type Raw = Readonly<Record<string, unknown>>;

/** The input of a call: how it is read, and its schema for the API's description. */
interface Input<Body> {
  readonly read: Read<Body>;
  readonly body?: BodyInput<Body>;
}

interface BodyInput<Body> {
  /** The maximum size in bytes. */
  readonly limit: number;
  readonly forms: Readonly<Record<string, Joi.Schema>>;
  /** Validates a parsed body, and returns it as the schema reads it. Throws the first fault. */
  readonly check: (raw: Raw, now: Date, reading?: Reading) => Body;
}

interface RouteDefinition<Body> extends Row {
  /** The operation that the key must allow. The call counts against its limit. */
  readonly operation: Operation;
  readonly input: Input<Body>;
  /** Whether its calls take turns until they have stored what was sent (ADR 32). */
  readonly takesTurns?: true;
  /** Whether it looks at an `Idempotency-Key`. */
  readonly takesIdempotencyKey?: true;
  readonly handle: Handler<Body, AnyAnswer>;
  /** Text and examples that `/openapi.json` contains besides the schemas. */
  readonly describe: OperationDescription;
}

/** One row of the table. `route` ensures that `handle` accepts what `input` reads. */
export interface Route extends Pick<
  RouteDefinition<unknown>,
  'method' | 'path' | 'operation' | 'input' | 'takesTurns' | 'takesIdempotencyKey' | 'describe'
> {
  readonly handle: (ports: WebPorts, call: Call<unknown>) => Promise<AnyAnswer>;
}

export const route = <Body>({ handle, ...rest }: RouteDefinition<Body>): Route => ({
  ...rest,
  handle: (ports, call) => handle(ports, { ...call, body: call.body as Body }),
});

export const noBody: Input<undefined> = { read: () => Promise.resolve(undefined) };

/** A JSON body of at most `limit` bytes. `choose` returns the schema that validates it. */
export function bodyOf<Body>(
  limit: number,
  forms: Forms<Body>,
  choose: (body: CleanBody['body']) => Joi.ObjectSchema<Body>,
): Input<Body> {
  const readBody = bodyReader(limit);
  const known = Object.values(forms).flatMap(keysOf);
  const isRead = isReadBy(known);
  // A `lead` in any other body is one of the keys that nothing reads.
  const takesLead = known.includes('lead');
  const check: BodyInput<Body>['check'] = (raw, now, reading) => {
    const clean = cleanBody(raw, isRead);
    reading?.normalized.push(...clean.mended.map((field) => ({ field, to: WITHOUT_LONE_SURROGATES })));
    if (takesLead && 'lead' in clean.body) clean.body['lead'] = withoutShadowed(clean.body['lead']);
    if (takesLead && reading) loosenBody(clean.body, now, reading);
    return validate(choose(clean.body), clean, now);
  };
  return {
    body: { limit, forms, check },
    async read(request, response, now, reading, turn) {
      const raw = await readBody(request, response, turn);
      const { svc_campaign_id: campaign } = raw;
      if (typeof campaign === 'string') localsOf(response).refused = { sent_campaign: campaign };
      try {
        return check(raw, now, reading);
      } catch (error) {
        throw withWarnings(error, raw, known);
      }
    },
  };
}

/** A fault also names keys that are nearly known: one of them may be the field that is missing. */
function withWarnings(error: unknown, raw: Raw, known: readonly string[]): unknown {
  if (!(error instanceof ApiFault)) return error;
  const warnings = similarKeys(raw, known);
  return warnings.length === 0 ? error : error.with({ warnings });
}

/** The keys that a schema of a body names. */
export const keysOf = (schema: Joi.Schema): string[] =>
  Object.keys((schema.describe() as { readonly keys?: object }).keys ?? {});
