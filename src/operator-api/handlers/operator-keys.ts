import { revokeKey, rotateKey } from '../../app/keys/end-key.js';
import { OPERATOR_KEYS } from '../../app/keys/find-key.js';
import { issueOperatorKey } from '../../app/keys/issue-key.js';
import { operatorKeyView } from '../../core/operators/key-view.js';
import type { IssueOperatorKeyBody, RotateBody } from '../bodies/keys.js';
import { issuerOf } from '../issuer-of.js';
import type { OperatorCall, OperatorPorts } from '../route.js';
import { inDays, inHours, revokedAnswer } from './keys.js';

type ByPrefix<Body = undefined> = OperatorCall<{ readonly prefix: string }, Body>;

/** Every operator key ever issued, oldest first. */
export const listOperatorKeys = async ({ operatorKeys }: OperatorPorts, { now }: OperatorCall<object>) => ({
  keys: (await operatorKeys.list()).map((key) => operatorKeyView(key, now)),
});

/** Issues a key for the operator API. The answer alone has the key. */
export async function issue(
  { operatorKeys: keys }: OperatorPorts,
  { body, audit, viewer, now }: OperatorCall<object, IssueOperatorKeyBody>,
) {
  const { name, scopes, expires_in_days: days } = body;
  const issued_by = issuerOf({ audit, viewer });
  const grant = { name, scopes, expires_at: inDays(now, days), issued_by };
  const { key, record } = await issueOperatorKey({ keys, audit }, grant, now);
  return { key, issued: operatorKeyView(record, now) };
}

/** Replaces an operator key. */
export async function rotate(
  { operatorKeys: keys }: OperatorPorts,
  { values, body, audit, viewer, now }: ByPrefix<RotateBody>,
) {
  const overlapEnd = inHours(now, body.overlap_hours);
  const { key, record } = await rotateKey({ keys, audit }, OPERATOR_KEYS, {
    ...{ prefix: values.prefix, overlapEnd, now, by: issuerOf({ audit, viewer }) },
  });
  return { key, issued: operatorKeyView(record, now) };
}

/** Ends an operator key for good. */
export async function revoke({ operatorKeys: keys }: OperatorPorts, { values, audit, now }: ByPrefix) {
  const { key, revoked } = await revokeKey({ keys, audit }, OPERATOR_KEYS, { prefix: values.prefix, now });
  return revokedAnswer(key.prefix, revoked);
}
