import type { IncomingHttpHeaders } from 'node:http';
import type { Request, Response } from 'express';
import type { CatalogueSource } from '../app/ports/catalogue-source.js';
import type { WebPorts } from '../app/ports/web-ports.js';
import type { ApiKey } from '../core/keys/api-key.js';
import type { Log } from '../platform/process/logger.js';
import type { Authenticate } from '../http/access/authentication.js';
import type { TakeFromBucket } from './access/rate-limit.js';
import { invalidField } from '../http/faults.js';
import type { ServeRow } from '../http/rows.js';
import type { Place, Turns } from '../http/turns.js';
import type { Call, Reading } from './call.js';
import { dupeCheckOff, listed, operationForbidden } from './faults.js';
import { localsOf, LongText, send, sendText } from '../http/send.js';
import { LiveAnswer } from './streams/live-answer.js';
import type { OpenStreams } from './streams/open-streams.js';
import type { Route } from './route.js';

/** Authentication and limits, the same for every route. */
export interface Access {
  readonly authenticate: Authenticate<ApiKey>;
  readonly takeFromBucket: TakeFromBucket;
  /** Whether the key of a call that goes on may still be used. Throws on an outage. */
  readonly isStillAllowed: (request: Request) => Promise<boolean>;
  readonly openStreams: OpenStreams;
  readonly turns: Pick<Turns, 'place'>;
}

interface RouteParts {
  readonly ports: WebPorts;
  readonly access: Access;
  readonly log: Log;
}

/** Checks every call in the order of docs/contract.md#order-of-the-checks. The router has already checked the path. */
export function serveRoute({ ports, access, log: processLog }: RouteParts, route: Route): ServeRow {
  const serve = async (
    request: Request,
    response: Response,
    requireMethod: () => void,
    place?: Place,
  ): Promise<void> => {
    const locals = localsOf(response);
    const now = ports.clock();
    const key = await access.authenticate(request, response);
    locals.key_prefix = key.prefix;
    locals.affiliate_id = key.affiliate_id;
    requireOperation(ports.catalogue, key, route);
    await access.takeFromBucket(key, route.operation);
    requireMethod();
    const reading = readingFor(ports.catalogue, key);
    const body = await route.input.read(request, response, now, reading, place?.turn);
    const idempotency_key = route.takesIdempotencyKey ? idempotencyKeyOf(request.headers) : undefined;
    const { request_id } = locals;
    const log = processLog.child({ request_id });
    const params = request.params as Record<string, string>;
    const accepts: Call<unknown>['accepts'] = (...types) => request.accepts([...types]) || types[0];
    const namesType: Call<unknown>['namesType'] = (type) => request.accepts().includes(type);
    const { openStreams } = access;
    const query = new URLSearchParams(request.url.split('?').slice(1).join('?'));
    const call = { body, params, key, reading, request_id, now, log, accepts, namesType, query, openStreams };
    const answer = await route.handle(ports, {
      ...call,
      ...(idempotency_key !== undefined && { idempotency_key }),
      ...(place && { stored: place.leave, waited_ms: place.waitedMs }),
    });
    const isAllowed = (): Promise<boolean> => access.isStillAllowed(request);
    if (answer instanceof LongText) await sendText(response, answer, isAllowed);
    else if (answer instanceof LiveAnswer) await answer.serve({ request, response, isAllowed });
    else send(response, answer);
  };
  if (!route.takesTurns) return serve;
  return async (request, response, requireMethod) => {
    const place = access.turns.place(request.socket);
    await serve(request, response, requireMethod, place).finally(place.leave);
  };
}

const readingFor = (catalogue: CatalogueSource, { affiliate_id }: ApiKey): Reading => ({
  loose: catalogue.current().affiliates.get(affiliate_id)?.accept_loose_formats === true,
  normalized: [],
});

function requireOperation(catalogue: CatalogueSource, key: ApiKey, { operation }: Route): void {
  if (!key.operations.includes(operation)) throw operationForbidden();
  if (operation !== 'dupe_check') return;
  const mode = catalogue.current().affiliates.get(key.affiliate_id)?.dupe_check;
  if (mode === undefined || mode === false) throw dupeCheckOff();
}

/** The optional `Idempotency-Key` header: 1–255 printable ASCII characters. */
export function idempotencyKeyOf(headers: IncomingHttpHeaders): string | undefined {
  const sent = headers['idempotency-key'];
  if (sent === undefined) return undefined;
  if (typeof sent !== 'string' || !/^[\x20-\x7e]{1,255}$/.test(sent))
    throw listed(invalidField('Idempotency-Key', '1 to 255 printable ASCII characters'));
  return sent;
}
