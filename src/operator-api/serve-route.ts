import { hostname } from 'node:os';
import type { Request, Response } from 'express';
import type { AuditPorts } from '../app/audit/audited.js';
import type { AuditLog } from '../app/ports/audit-log.js';
import type { RateLimiter } from '../app/ports/rate-limiter.js';
import type { Viewer } from '../app/operators/viewer.js';
import { OPERATOR_LIMITS } from '../core/operators/limits.js';
import { takeTokens } from '../http/access/take-tokens.js';
import type { ServeRow } from '../http/rows.js';
import { LongText, localsOf, PdfFile, sendDocument, sendFile, sendText } from '../http/send.js';
import type { Log } from '../platform/process/logger.js';
import { lacksPermission } from './faults.js';
import { readParameters } from './parameters/read-parameters.js';
import { operatorBody } from './read-body.js';
import type { OperatorPorts, OperatorRoute } from './route.js';
import type { StillAllowed } from './still-allowed.js';

/** Authentication and limits, the same for every route. */
export interface Access {
  /** Who calls. Throws AUTH_REQUIRED, AUTH_INVALID, RATE_LIMITED (too many wrong keys) or an outage. */
  readonly authenticate: (request: Request, response: Response) => Promise<Viewer>;
  /** Asked again and again while a long answer is sent. */
  readonly isStillAllowed: StillAllowed;
  readonly gcra: RateLimiter;
}

interface RouteParts {
  readonly ports: OperatorPorts;
  readonly access: Access;
  readonly auditLog: Pick<AuditLog, 'append'>;
  readonly log: Log;
}

/**
 * Checks every call: key or session, permission, rate limit, method, body, parameters. The router has already checked the
 * path.
 */
export function serveRoute(
  { ports, access, auditLog, log: all }: RouteParts,
  route: OperatorRoute,
): ServeRow {
  const readBody = operatorBody(route);
  const permissions = [route.permission, ...(route.reads ? [route.reads] : [])];
  return async (request, response, requireMethod) => {
    const now = ports.clock();
    const viewer = await access.authenticate(request, response);
    for (const needed of permissions) if (!viewer.permissions.includes(needed)) throw lacksPermission(needed);
    const bucket = { name: `operator:${viewer.id}:${route.limit}`, limit: OPERATOR_LIMITS[route.limit] };
    await takeTokens(access.gcra, bucket);
    requireMethod();
    const body = await readBody(request, response);
    const values = readParameters(route.parameters, request.params, request.url);
    const log = all.child({ request_id: localsOf(response).request_id });
    const audit = auditOf(viewer, request, { auditLog, clock: ports.clock, log });
    const call = { values: values as never, body: body as never, viewer, now, log, audit };
    const answer = await route.handle(ports, call);
    if (answer instanceof LongText)
      await sendText(response, answer, () => access.isStillAllowed(request, viewer, permissions));
    else if (answer instanceof PdfFile) sendFile(response, answer);
    else sendDocument(response, answer);
  };
}

const auditOf = (
  { kind, id }: Viewer,
  { ip }: Request,
  { auditLog, clock, log }: Pick<AuditPorts, 'auditLog' | 'clock'> & { readonly log: Log },
): AuditPorts => ({
  ...{ auditLog, clock },
  who: { kind: kind === 'key' ? 'operator_key' : 'person', id },
  from: { kind: 'console', host: hostname(), ...(ip === undefined ? {} : { address: ip }) },
  onMissingOutcome(intent, error) {
    log.error({ err: error, intent }, 'it was done, but its outcome could not be written to the audit log');
  },
});
