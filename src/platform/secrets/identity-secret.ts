import { onceEachKey } from '../../core/lead/identity.js';
import { atLevel, hexOf, secretLevelOf } from '../../core/lead/key-level.js';
import type { Identities } from '../../app/ports/identities.js';
import { hmacOf, identitySecret, onlySecret, type SecretsInForce } from './secrets-in-force.js';

/**
 * Keyed hashes under the secrets in force, or under one secret that was never replaced. The hash includes `kind`, so that
 * different kinds never give the same hash. `first`: IDENTITY_SECRET.
 */
export function createIdentities(
  first: string,
  inForce: () => SecretsInForce = onlySecret(first),
): Identities {
  const { check, key: firstKey } = identitySecret(first);
  const hash = ({ secrets }: SecretsInForce, text: string, level: number): string => {
    const [zero] = secrets;
    return hashAtLevel(secrets, hmacOf(zero?.key ?? firstKey, text), level);
  };
  const all = ({ secrets }: SecretsInForce): number[] => secrets.map((_, level) => level);
  const keyed = <Kind extends string>(
    forms: readonly { readonly kind: Kind; readonly hex: string }[],
    levels: (force: SecretsInForce) => readonly number[],
  ) => {
    const force = inForce();
    return forms.flatMap(({ kind, hex }) =>
      levels(force).map((level) => ({ kind, key: hash(force, `${kind}:${hex}`, level) })),
    );
  };
  const newestHashOf = (key: string): string => {
    const { secrets, current } = inForce();
    return hashAtLevel(secrets, key, current);
  };
  const keysWithCurrentHashes = (keys: readonly string[]): readonly string[] => {
    const { secrets, makes } = inForce();
    const top = makes.at(-1) ?? 0;
    if (keys.every((key) => secretLevelOf(key) === top)) return keys;
    const levels = (key: string): string[] => makes.map((level) => hashAtLevel(secrets, key, level));
    return [...new Set([...keys, ...keys.flatMap(levels)])];
  };
  return {
    keysOf: (forms) => keyed(forms, ({ makes }) => makes),
    keysToFind: (forms) => keyed(forms, all),
    withCurrentHashes(identities) {
      const keys = identities.map(({ key }) => key);
      if (keysWithCurrentHashes(keys) === keys) return identities;
      const more = identities.flatMap(({ kind, key }) =>
        keysWithCurrentHashes([key]).map((current) => ({ kind, key: current })),
      );
      return onceEachKey([...identities, ...more]);
    },
    keysWithCurrentHashes,
    keyedHash(text) {
      const force = inForce();
      return hash(force, `text:${text}`, force.current);
    },
    hashesOf(text) {
      const force = inForce();
      return force.makes.map((level) => hash(force, `text:${text}`, level));
    },
    hashesToFind(text) {
      const force = inForce();
      return all(force).map((level) => hash(force, `text:${text}`, level));
    },
    firstHash: (text) => hash(inForce(), `text:${text}`, 0),
    newestHashOf,
    same: (one, other) => one === other || (!!one && !!other && newestHashOf(one) === newestHashOf(other)),
    fingerprint: check,
  };
}

/** The hash at this level. One that is there already, or above, stays. */
export function hashAtLevel(secrets: SecretsInForce['secrets'], key: string, level: number): string {
  let hash = key;
  for (let next = secretLevelOf(key) + 1; next <= level; next += 1) {
    const secret = secrets[next];
    if (!secret) throw new Error(`no secret of level ${next}`);
    hash = atLevel(next, hmacOf(secret.key, hexOf(hash)));
  }
  return hash;
}
