import type { ExchangeRecorder } from '../../app/ports/exchange-store.js';
import type { PreparedRequest } from '../../app/ports/prepared-request.js';
import type { HttpResult } from '../../core/delivery/http-result.js';
import type { HttpClient } from './http-client.js';
import { noteCall, type EndedCall } from './note-exchange.js';
import { sendWithSecrets } from './secrets.js';

/** What request and answer are evidence for. `tokens`: what they must not show, besides their secrets. */
export interface Evidence extends Pick<EndedCall, 'about' | 'destination'> {
  readonly tokens?: readonly string[];
}

/** What a request is sent with. */
export interface Sending {
  readonly client: Pick<HttpClient, 'send'>;
  /** Where secrets are read at each use. */
  readonly env: NodeJS.ProcessEnv;
  readonly clock: () => Date;
  /** Where calls leave their evidence. Absent: nowhere. */
  readonly recorder?: ExchangeRecorder;
}

/** Sends a prepared request with its secrets, and leaves what was said as evidence. Never rejects. */
export async function sendNoted(
  { client, env, clock, recorder }: Sending,
  prepared: PreparedRequest,
  evidence?: Evidence,
): Promise<HttpResult> {
  const at = clock();
  const started = performance.now();
  let secrets = evidence?.tokens ?? [];
  const outcome = await sendWithSecrets(client, prepared, env, (sent) => {
    secrets = [...secrets, ...sent];
  });
  if (evidence && recorder) {
    const { about, destination } = evidence;
    const took_ms = Math.round(performance.now() - started);
    noteCall(recorder, { about, destination, at, took_ms, request: prepared.request, outcome, secrets });
  }
  return outcome;
}
