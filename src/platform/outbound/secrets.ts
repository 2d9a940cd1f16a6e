import { SECRET, secretNamesIn } from '../../core/catalogue/named-secrets.js';
import type { PreparedRequest } from '../../app/ports/prepared-request.js';
import type { AlertSettings } from '../../core/alerts/settings.js';
import type { PostbackSettings, WebhookSettings } from '../../core/webhooks/webhook-settings.js';
import type { HttpResponse, HttpResult } from '../../core/delivery/http-result.js';
import type { HttpClient } from './http-client.js';
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

type Headers = Readonly<Record<string, string>>;

/** An offer, or a campaign, which has verification steps alone. */
export interface Caller {
  readonly handle: string;
  readonly delivery?: {
    readonly headers: Headers;
    readonly follow_up?: { readonly headers?: Headers };
    readonly callback?: { readonly secret: string };
  };
  readonly partner?: { readonly search: { readonly headers: Headers } };
  readonly verify?: readonly { readonly headers: Headers }[];
}

/** Names of the secrets that this process lacks, each with the handles of the offers that use it. Both are sorted. */
export type Missing = ReadonlyMap<string, readonly string[]>;

/** Missing secrets that requests to buyers, partners and verification services need. */
export const missingSecrets = (offers: readonly Caller[], env: NodeJS.ProcessEnv): Missing =>
  missingOf(offers, env, ({ delivery, partner, verify = [] }) =>
    [
      delivery?.headers ?? {},
      delivery?.follow_up?.headers ?? {},
      partner?.search.headers ?? {},
      ...verify.map(({ headers }) => headers),
    ].flatMap((each) => Object.values(each)),
  );

/** A buyer, with the addresses at which it is told of revocations and erasures. */
export type NotifiedBuyer = { readonly handle: string } & Partial<
  Readonly<Record<'revocation' | 'erasure', { readonly headers: Headers }>>
>;

/** Missing secrets for telling buyers of revocations and erasures. */
export const missingNoticeSecrets = (buyers: readonly NotifiedBuyer[], env: NodeJS.ProcessEnv): Missing =>
  missingOf(buyers, env, ({ revocation, erasure }) =>
    [revocation?.headers ?? {}, erasure?.headers ?? {}].flatMap((each) => Object.values(each)),
  );

/** Missing secrets that `web` needs to verify callbacks. */
export const missingCallbackSecrets = (offers: readonly Caller[], env: NodeJS.ProcessEnv): Missing =>
  missingOf(offers, env, ({ delivery }) => (delivery?.callback ? [delivery.callback.secret] : []));

/** Missing secrets for telling the channels of alerts, and for the heartbeat. */
export function missingAlertSecrets({ channels, heartbeat }: AlertSettings, env: NodeJS.ProcessEnv): Missing {
  const told = channels.flatMap(({ name, via }) =>
    via.kind === 'email' ? [] : { handle: `channel ${name}`, ...via },
  );
  const called = [...told, ...(heartbeat ? [{ handle: 'heartbeat', ...heartbeat }] : [])];
  return missingOf(called, env, ({ url, headers }) => [url, ...Object.values(headers)]);
}

/** An affiliate or a campaign. */
export interface Teller {
  readonly handle: string;
  readonly webhook?: Pick<WebhookSettings, 'secrets'>;
  readonly postback?: Pick<PostbackSettings, 'sign'>;
}

/** Missing secrets that sign what affiliates are told. */
export const missingWebhookSecrets = (tellers: readonly Teller[], env: NodeJS.ProcessEnv): Missing =>
  missingOf(tellers, env, ({ webhook, postback }) => [
    ...(webhook?.secrets ?? []),
    ...(postback?.sign ? [postback.sign.secret] : []),
  ]);

function missingOf<Needing extends { readonly handle: string }>(
  offers: readonly Needing[],
  env: NodeJS.ProcessEnv,
  valuesOf: (offer: Needing) => readonly string[],
): Missing {
  const missing = new Map<string, string[]>();
  for (const offer of offers) {
    const names = valuesOf(offer).flatMap(secretNamesIn);
    for (const name of new Set(names))
      if (secretValue(name, env) === undefined)
        missing.set(name, [...(missing.get(name) ?? []), offer.handle]);
  }
  return new Map([...missing].sort(([a], [b]) => a.localeCompare(b)));
}

/** Replaces a sent secret that appears in an answer. */
const MASK = '•••';

/**
 * Shorter secrets are not masked: their text may appear in an answer by chance (`sandbox`), and a mask would change
 * the answer's meaning.
 */
const SHORTEST = 12;

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
  // Mask the longest secret first, because one secret may be the beginning of another.
  const told = secrets.filter(({ length }) => length >= SHORTEST).sort((a, b) => b.length - a.length);
  if (told.length === 0) return outcome;
  const mask = (text: string): string => told.reduce((left, secret) => left.replaceAll(secret, MASK), text);
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
