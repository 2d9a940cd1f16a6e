import { revokeKey, rotateKey } from '../../app/keys/end-key.js';
import { API_KEYS } from '../../app/keys/find-key.js';
import { issueKey } from '../../app/keys/issue-key.js';
import { compact } from '../../core/catalogue/compact.js';
import { OPERATIONS } from '../../core/limits/limits.js';
import { keyView } from '../../core/operators/key-view.js';
import { namesIn } from '../../core/operators/names.js';
import type { IssueKeyBody, RotateBody } from '../bodies/keys.js';
import type { OperatorCall, OperatorPorts } from '../route.js';

type ByPrefix<Body = undefined> = OperatorCall<{ readonly prefix: string }, Body>;

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

export const inDays = (now: Date, days: number): Date => new Date(now.getTime() + days * DAY_MS);
export const inHours = (now: Date, hours: number): Date => new Date(now.getTime() + hours * HOUR_MS);

/** Every key of an affiliate ever issued, oldest first. */
export async function listKeys({ keys, catalogue }: OperatorPorts, { now }: OperatorCall<object>) {
  const name = namesIn(catalogue.current());
  return { keys: (await keys.list()).map((key) => keyView(key, now, name)) };
}

/** Issues a key for an affiliate. The answer alone has the key. */
export async function issue(
  { keys, versions, catalogue, publicUrl }: OperatorPorts,
  { body, audit, now }: OperatorCall<object, IssueKeyBody>,
) {
  const { affiliate, is_test = false, operations = OPERATIONS, limits = {}, expires_in_days: days } = body;
  const { key, record } = await issueKey(
    { keys, catalogue: versions, audit },
    compact({
      ...{ affiliate, is_test, operations, limits },
      expires_at: days === undefined ? undefined : inDays(now, days),
    }),
    now,
  );
  return {
    ...{ key, base_url: publicUrl ?? null },
    issued: keyView(record, now, namesIn(catalogue.current())),
  };
}

/** Replaces a key of an affiliate. */
export async function rotate(
  { keys, catalogue, publicUrl }: OperatorPorts,
  { values, body, audit, now }: ByPrefix<RotateBody>,
) {
  const overlapEnd = inHours(now, body.overlap_hours);
  const { key, record } = await rotateKey({ keys, audit }, API_KEYS, {
    ...{ prefix: values.prefix, overlapEnd, now },
  });
  return {
    ...{ key, base_url: publicUrl ?? null },
    issued: keyView(record, now, namesIn(catalogue.current())),
  };
}

/** Ends a key of an affiliate for good. */
export async function revoke({ keys }: OperatorPorts, { values, audit, now }: ByPrefix) {
  const { key, revoked } = await revokeKey({ keys, audit }, API_KEYS, { prefix: values.prefix, now });
  return revokedAnswer(key.prefix, revoked);
}

export const revokedAnswer = (prefix: string, revoked: boolean) => ({
  revoked,
  sentence: revoked
    ? `The key ${prefix}… is revoked; every process refuses it within 5 seconds.`
    : `Nothing changed: the key ${prefix}… was already revoked.`,
});
