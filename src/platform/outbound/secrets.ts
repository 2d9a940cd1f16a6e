import { SECRET, secretNamesIn } from '../../core/catalogue/named-secrets.js';
import type { ByName } from '../../core/catalogue/secrets-needed.js';
import type { PreparedRequest } from '../../app/ports/prepared-request.js';
import type { HttpResponse, HttpResult } from '../../core/delivery/http-result.js';
import type { HttpClient } from './http-client.js';
import { redactor } from './redact.js';
import { noteUse, secretValue, unsetWords } from './secret-value.js';

/**
 * Replaces each `${secret:NAME}` with its value (`secretValue`) at the time of use, so that no compiled catalogue,
 * record or log holds a secret. `fault` names the first secret without a value, or with a value that no header can
 * hold (a line break would begin another header). A blank value counts as not set. Blanks around a value (a secret
 * read from a file) are dropped. Header names come out in lower case.
 */
export function resolveHeaders(
  headers: Readonly<Record<string, string>>,
  env: NodeJS.ProcessEnv,
):
  | { readonly ok: true; readonly headers: Record<string, string> }
  | { readonly ok: false; readonly fault: string } {
  let fault: string | undefined;
  const resolve = (value: string): string =>
    value.replace(SECRET, (_, name: string) => {
      const secret = secretValue(name, env);
      noteUse(name, env);
      if (secret === undefined) fault ??= `secret ${name} ${unsetWords(name, env)}`;
      else if (/[^\t\x20-\x7e]/.test(secret)) fault ??= `secret ${name} holds what a header can't`;
      return secret ?? '';
    });
  const resolved = Object.entries(headers).map(
    ([name, value]) => [name.toLowerCase(), resolve(value)] as const,
  );
  return fault === undefined ? { ok: true, headers: Object.fromEntries(resolved) } : { ok: false, fault };
}

/** The values of all secrets that are named in the headers and set. */
export const secretsIn = (headers: Readonly<Record<string, string>>, env: NodeJS.ProcessEnv): string[] =>
  Object.values(headers)
    .flatMap((value) => secretNamesIn(value).map((name) => secretValue(name, env)))
    .filter((value) => value !== undefined);

/** The value of the one secret in `${secret:NAME}`, read at the time of use. A blank value counts as not set. */
export function resolveSecret(
  named: string,
  env: NodeJS.ProcessEnv,
): { readonly name: string; readonly value?: string } {
  const name = named.replace(SECRET, '$1');
  noteUse(name, env);
  const value = secretValue(name, env);
  return value === undefined ? { name } : { name, value };
}

/** Those of these secrets that `env` lacks, with who uses them. */
export const lacking = (needed: ByName, env: NodeJS.ProcessEnv): ByName =>
  new Map([...needed].filter(([name]) => secretValue(name, env) === undefined));

/**
 * Shorter secrets are not masked in answers, unless they have both letters and digits: their text may appear by chance
 * (`sandbox`), and a mask would change the answer's meaning.
 */
const SHORTEST = 12;
const SHORTEST_MIXED = 8;

const isTelling = (secret: string): boolean =>
  secret.length >= (/[A-Za-z]/.test(secret) && /\d/.test(secret) ? SHORTEST_MIXED : SHORTEST);

/**
 * Sends a prepared request with its secrets from `env`. The receiver may repeat a secret ("no such key: …"), and its
 * answer reaches records, affiliates and terminals. So the secrets are masked before anything else reads the answer.
 */
export async function sendWithSecrets(
  client: Pick<HttpClient, 'send'>,
  { request, travel }: PreparedRequest,
  env: NodeJS.ProcessEnv,
  /** Told of every secret that is sent, before it is. */
  onSecrets?: (secrets: readonly string[]) => void,
): Promise<HttpResult> {
  const resolved = resolveHeaders(request.headers, env);
  if (!resolved.ok) return { kind: 'never_sent', detail: resolved.fault, internal_fault: 'secret' };
  // Read the secrets before sending: a secret's file may have changed by the time of the answer.
  const secrets = secretsIn(request.headers, env);
  onSecrets?.(secrets);
  const outcome = await client.send({ ...request, headers: resolved.headers }, travel);
  return withoutSecrets(outcome, secrets);
}

function withoutSecrets(outcome: HttpResult, secrets: readonly string[]): HttpResult {
  if (secrets.length === 0) return outcome;
  const mask = redactor(secrets, isTelling);
  const clean = <Content extends Pick<HttpResponse, 'headers' | 'body'>>(content: Content): Content => ({
    ...content,
    headers: Object.fromEntries(Object.entries(content.headers).map(([name, value]) => [name, mask(value)])),
    body: mask(content.body),
  });
  if (outcome.kind === 'answered') return clean(outcome);
  return outcome.kind === 'unknown' && outcome.partial
    ? { ...outcome, partial: clean(outcome.partial) }
    : outcome;
}
