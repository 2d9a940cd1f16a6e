import { ActRefused } from '../../app/act-refused.js';
import { readScope } from '../../app/suppression/read-values.js';
import { findSuppressed, suppress, unsuppress, type SuppressPorts } from '../../app/suppression/suppress.js';
import type { Catalogue } from '../../core/catalogue/types.js';
import { namesIn } from '../../core/operators/names.js';
import type { Suppression } from '../../core/suppression/suppression.js';
import type { FindSuppressedBody, SuppressBody, UnsuppressBody } from '../bodies/suppressions.js';
import { noIdentitySecret } from '../faults.js';
import type { OperatorCall, OperatorPorts } from '../route.js';

const SHOWN = 100;

/** Without IDENTITY_SECRET, nobody can be found or added. */
function portsOf({ suppressionStore, posting: { identities } }: OperatorPorts): SuppressPorts {
  if (!identities) throw noIdentitySecret();
  return { suppressionStore, identities };
}

export const listSuppressions = async ({ suppressionStore, catalogue }: OperatorPorts): Promise<object> => ({
  count: await suppressionStore.count(),
  entries: (await suppressionStore.list({ limit: SHOWN })).map(answerIn(catalogue.current())),
});

export const findSuppression = async (
  ports: OperatorPorts,
  { body, audit }: OperatorCall<object, FindSuppressedBody>,
): Promise<object> => ({
  entries: (await findSuppressed(portsOf(ports), audit, [body])).map(answerIn(ports.catalogue.current())),
});

export async function addSuppression(
  ports: OperatorPorts,
  { body, viewer, now, audit }: OperatorCall<object, SuppressBody>,
): Promise<object> {
  const { why: reason, source = 'operator', expires_at } = body;
  const current = ports.catalogue.current();
  const [entry] = await suppress(portsOf(ports), audit, [body], {
    ...{ scope: readScope(current, body), reason, source, by: viewer.name, at: now },
    ...(expires_at === undefined ? {} : { expires_at: new Date(expires_at) }),
  });
  return { entries: entry ? [answerIn(current)(entry)] : [] };
}

export async function removeSuppression(
  ports: OperatorPorts,
  { body, audit }: OperatorCall<object, UnsuppressBody>,
): Promise<object> {
  const about = { scope: readScope(ports.catalogue.current(), body), why: body.why };
  const removed = await unsuppress(portsOf(ports), audit, [body], about);
  if (removed === 0) throw new ActRefused('unknown', 'There is no such entry', 'value');
  return { removed };
}

const answerIn =
  (catalogue: Catalogue) =>
  ({ id, kind, scope, reason, source, added_at, added_by, expires_at }: Suppression): object => {
    const name = namesIn(catalogue);
    const list = scope.of === 'buyer' ? 'buyers' : 'affiliates';
    return {
      ...{ id, kind, scope: scope.of, reason, source, added_at, added_by },
      party: scope.of === 'all' ? null : name(list, scope.party_id),
      expires_at: expires_at ?? null,
    };
  };
