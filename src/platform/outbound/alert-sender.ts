import type { Sent } from '../../app/ports/outbox.js';
import type { AlertSender } from '../../app/ports/alert-sender.js';
import type { AlertAddress } from '../../core/alerts/settings.js';
import { plainText, slackBody, titleOf, webhookBody } from '../../core/alerts/templates.js';
import type { HttpClient } from './http-client.js';
import type { SendMail } from '../../app/ports/send-mail.js';
import { resolveSecret, sendWithSecrets } from './secrets.js';
import { unsetWords } from './secret-value.js';
import { sentBy } from './sent-by.js';

const TIMEOUT_MS = 10_000;

interface Parts {
  readonly client: Pick<HttpClient, 'send'>;
  readonly mail: SendMail;
  /** Where people open the console. */
  readonly consoleUrl: string;
  /** Where secrets are read at each use. */
  readonly env: NodeJS.ProcessEnv;
}

/** Tells channels through the guarded client that buyers have, and by e-mail. */
export function createAlertSender({ client, mail, env, consoleUrl }: Parts): AlertSender {
  async function call(address: AlertAddress, method: 'GET' | 'POST', body?: object): Promise<Sent> {
    const { url, headers, insecure_http: insecureHttp } = address;
    const secret = url.startsWith('${') ? resolveSecret(url, env) : { name: '', value: url };
    if (secret.value === undefined)
      return { ok: false, detail: `secret ${secret.name} ${unsetWords(secret.name, env)}` };
    const own = { 'user-agent': 'Leadkeep', ...(body && { 'content-type': 'application/json' }) };
    const request = {
      ...{ method, url: secret.value, headers: { ...own, ...headers }, timeoutMs: TIMEOUT_MS },
      ...(body && { body: JSON.stringify(body) }),
    };
    // A message may be repeated: its receiver only tells people.
    const travel = { insecureHttp, freshConnection: false };
    return sentBy(await sendWithSecrets(client, { request, travel }, env), new Date());
  }

  return {
    tell({ via }, alerts) {
      switch (via.kind) {
        case 'email':
          return mail({ to: via.to, subject: titleOf(alerts), text: plainText(alerts, consoleUrl) });
        case 'slack':
          return call(via, 'POST', slackBody(alerts, consoleUrl));
        case 'webhook':
          return call(via, 'POST', webhookBody(alerts, consoleUrl));
      }
    },
    beat: (heartbeat) => call(heartbeat, 'GET'),
  };
}
