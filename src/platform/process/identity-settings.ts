import joi from 'joi';
import { listOf, setting } from './setting-kinds.js';

/** What keys the hashes of identities. */
export interface IdentitySecretSettings {
  /** Absent only in processes that can do without (`search`, `partner`, `sweeper`, `notify`, `console`). */
  readonly identitySecret?: string;
  /** The secrets that replaced it, in any order. */
  readonly identitySecrets: readonly string[];
}

const MIN_LENGTH = 32;

export const identitySettings = {
  identitySecret: setting(
    joi.string(),
    `set, to at least ${MIN_LENGTH} characters, the same for every process`,
    'Secret that keys the hashes of identities (e-mail, phone, …). `web`, `submit` and `release` need it; `console` needs it to find people, to sign links and, without AUDIT_SECRET, for sign-ins; the other processes don’t. It must be the same for every process: one with another secret would find no duplicates, so it doesn’t start. Keep it forever. To rotate, add a new secret to IDENTITY_SECRETS ([how](identity-secret.md)). No default.',
    'made with: openssl rand -base64 48',
  )
    .min(MIN_LENGTH)
    .required(),
  identitySecrets: setting(
    joi.any().custom(secretList),
    `a comma-separated list of secrets, each of at least ${MIN_LENGTH} characters and none of them twice`,
    'Secrets that replaced IDENTITY_SECRET, separated by commas, in any order, for every process and command that has IDENTITY_SECRET. The database knows their order, and none is needed before `leadkeep identity-secret rotate`. Keep all of them, and IDENTITY_SECRET too ([how](identity-secret.md)).',
    '64-characters-that-openssl-rand-hex-32-makes',
  ).default([]),
};

function secretList(text: string): string[] {
  const secrets = listOf(text);
  if (secrets.some(({ length }) => length < MIN_LENGTH)) throw new Error('too short');
  if (new Set(secrets).size < secrets.length) throw new Error('one of them twice');
  return secrets;
}
