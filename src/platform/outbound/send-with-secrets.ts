import type { HttpOutcome } from '../../core/delivery/http-outcome.js';
import type { HttpClient } from './http-client.js';
import type { PreparedRequest } from '../../app/ports/prepared-request.js';
import { resolveHeaders, secretsIn } from './secrets.js';

/** What stands in an answer in the place of a secret that was sent. */
const MASK = '•••';

/** Shorter ones may stand in an answer by chance (`sandbox`), and a mask would change what it says. */
const SHORTEST = 12;

/**
 * Sends a prepared request with its secrets out of `env`. Who receives them may repeat them ("no such key: …"), and what
 * an answer says reaches records, affiliates and terminals: they are masked before anybody reads it.
 */
export async function sendWithSecrets(
  client: Pick<HttpClient, 'send'>,
  { request, travel }: PreparedRequest,
  env: NodeJS.ProcessEnv,
): Promise<HttpOutcome> {
  const resolved = resolveHeaders(request.headers, env);
  if (!resolved.ok) return { kind: 'never_sent', detail: resolved.fault, ours: 'secret' };
  // Before it leaves: a file with a secret may be another by the time of the answer.
  const secrets = secretsIn(request.headers, env);
  const outcome = await client.send({ ...request, headers: resolved.headers }, travel);
  return outcome.kind === 'answered' ? withoutSecrets(outcome, secrets) : outcome;
}

function withoutSecrets(
  outcome: Extract<HttpOutcome, { kind: 'answered' }>,
  secrets: readonly string[],
): HttpOutcome {
  // The longest first: one may be the beginning of another.
  const told = secrets.filter(({ length }) => length >= SHORTEST).sort((a, b) => b.length - a.length);
  if (told.length === 0) return outcome;
  const mask = (text: string): string => told.reduce((left, secret) => left.replaceAll(secret, MASK), text);
  const headers = Object.entries(outcome.headers).map(([name, value]) => [name, mask(value)] as const);
  return { ...outcome, headers: Object.fromEntries(headers), body: mask(outcome.body) };
}
