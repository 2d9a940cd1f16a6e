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
export async function listKeys(
  { acts, catalogue }: OperatorPorts,
  { now }: OperatorCall<object>,
): Promise<object> {
  const name = namesIn(catalogue.current());
  return { keys: (await acts.keys.list()).map((key) => keyView(key, now, name)) };
}

/** Issues a key for an affiliate. The answer alone has the key. */
export async function issue(
  { acts, catalogue }: OperatorPorts,
  { body, audit, now }: OperatorCall<object, IssueKeyBody>,
): Promise<object> {
  const { affiliate, is_test = false, operations = OPERATIONS, limits = {}, expires_in_days: days } = body;
  const { key, record } = await issueKey(
    { keys: acts.keys, catalogue: acts.versions, audit },
    compact({
      ...{ affiliate, is_test, operations, limits },
      expires_at: days === undefined ? undefined : inDays(now, days),
    }),
    now,
  );
  return { key, issued: keyView(record, now, namesIn(catalogue.current())) };
}

/** Replaces a key of an affiliate. */
export async function rotate(
  { acts, catalogue }: OperatorPorts,
  { values, body, audit, now }: ByPrefix<RotateBody>,
): Promise<object> {
  const overlapEnd = inHours(now, body.overlap_hours);
  const { key, record } = await rotateKey({ keys: acts.keys, audit }, API_KEYS, {
    ...{ prefix: values.prefix, overlapEnd, now },
  });
  return { key, issued: keyView(record, now, namesIn(catalogue.current())) };
}

/** Ends a key of an affiliate for good. */
export async function revoke({ acts }: OperatorPorts, { values, audit, now }: ByPrefix): Promise<object> {
  const ports = { keys: acts.keys, audit };
  const { key, revoked } = await revokeKey(ports, API_KEYS, { prefix: values.prefix, now });
  return revokedAnswer(key.prefix, revoked);
}

export const revokedAnswer = (prefix: string, revoked: boolean): object => ({
  revoked,
  sentence: revoked
    ? `The key ${prefix}… is revoked; every process refuses it within 5 seconds.`
    : `Nothing changed: the key ${prefix}… was already revoked.`,
});
