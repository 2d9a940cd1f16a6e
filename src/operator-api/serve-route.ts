import type { IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';
import type { OperatorKey } from '../core/operators/operator-key.js';
import { OPERATOR_LIMITS } from '../core/operators/limits.js';
import type { Authenticate } from '../http/access/authentication.js';
import type { TakeFromBuckets } from '../http/access/bucket-limit.js';
import { malformed } from '../http/faults.js';
import { requireMethod } from '../http/require-method.js';
import { JsonText, localsOf, sendDocument, sendText } from '../http/send.js';
import type { Log } from '../platform/process/logger.js';
import { lacksScope } from './faults.js';
import { readParameters } from './parameters/read-parameters.js';
import type { OperatorPorts, OperatorRoute } from './route.js';

/** Authentication and limits, the same for every route. */
export interface Access {
  readonly authenticate: Authenticate<OperatorKey>;
  readonly takeFromBuckets: TakeFromBuckets;
}

interface RouteParts {
  readonly ports: OperatorPorts;
  readonly access: Access;
  readonly log: Log;
}

/** Checks every call: key, scope, rate limit, method, body, parameters. The router has already checked the path. */
export function serveRoute(
  { ports, access, log: processLog }: RouteParts,
  route: OperatorRoute,
): RequestHandler {
  return async (request, response) => {
    const locals = localsOf(response);
    const now = ports.clock();
    locals.route = route.path;
    const key = await access.authenticate(request, response);
    locals.key_prefix = key.prefix;
    locals.operator_key = key.id;
    if (!key.scopes.includes(route.permission)) throw lacksScope(route.permission);
    const bucket = { name: `operator:${key.id}:${route.limit}`, limit: OPERATOR_LIMITS[route.limit] };
    await access.takeFromBuckets(request, response, [bucket]);
    requireMethod(request.method, 'GET');
    requireNoBody(request);
    const values = readParameters(route.parameters, request.params, request.url);
    const log = processLog.child({ request_id: locals.request_id });
    const viewer = { id: key.id, name: key.name, permissions: key.scopes };
    const answer = await route.handle(ports, { values: values as never, viewer, now, log });
    if (answer instanceof JsonText) await sendText(response, answer);
    else sendDocument(response, answer);
  };
}

function requireNoBody({ headers }: IncomingMessage): void {
  const { 'content-length': length = '0', 'transfer-encoding': encoding } = headers;
  if (encoding !== undefined || Number(length) > 0) throw malformed('Send no body with this call.');
}
