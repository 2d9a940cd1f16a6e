import { listSecrets, removeSecret, setSecret } from '../../app/secrets/set-secret.js';
import { SECRET_NAME } from '../../core/catalogue/named-secrets.js';
import type { RemoveSecretBody, SetSecretBody } from '../bodies/secrets.js';
import { inPath, such } from '../parameters/kinds.js';
import type { ValuesOf } from '../parameters/parameter.js';
import type { OperatorCall, OperatorPorts } from '../route.js';
import { inHours } from './keys.js';

export const SECRET_PARAMETERS = {
  name: inPath(
    such((text) => SECRET_NAME.test(text), 'a name of letters, digits and _', 'RIDGE_TOKEN'),
    'Its name in the catalogue',
  ),
};
type OfSecret<Body> = OperatorCall<ValuesOf<typeof SECRET_PARAMETERS>, Body>;

/** Every secret, without its value. */
export async function listAllSecrets(ports: OperatorPorts, { now }: OperatorCall<object>) {
  const { is_known, secrets } = await listSecrets(ports, now);
  return {
    is_known,
    secrets: secrets.map(({ name, stored, named_by, own, lacked_by }) => ({
      ...{ name, named_by, own, lacked_by },
      set_at: stored?.set_at ?? null,
      set_by: stored?.set_by ?? null,
      previous_until: stored?.previous_until ?? null,
      used_at: stored?.used_at ?? null,
    })),
  };
}

/** Stores a secret, or replaces it. */
export async function setStoredSecret(
  ports: OperatorPorts,
  { values: { name }, body, viewer, audit, now }: OfSecret<SetSecretBody>,
) {
  const { value, overlap_hours: hours, why } = body;
  const keepUntil = hours === undefined || hours === 0 ? undefined : inHours(now, hours);
  await setSecret(ports, audit, { ...{ name, value, why, now, keepUntil }, by: viewer.name });
  return { name, sentence: `Secret ${name} is set. It counts within 5 seconds.` };
}

/** Removes a secret. */
export async function removeStoredSecret(
  ports: OperatorPorts,
  { values: { name }, body: { why, force = false }, audit }: OfSecret<RemoveSecretBody>,
) {
  await removeSecret(ports, audit, { name, why, isForced: force });
  return { name, sentence: `Secret ${name} is removed.` };
}
