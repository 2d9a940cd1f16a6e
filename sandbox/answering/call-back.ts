import { createHmac } from 'node:crypto';
import { parseDuration } from '../../src/core/catalogue/duration.js';
import type { Memory, Received } from '../memory.js';
import type { Party } from '../party.js';
import type { Values } from './render.js';
import { accepted, rejected, type Reply } from './reply.js';
import { shapeReply } from './shape-of.js';

/** One lead whose decision the party calls back about. */
export interface Told {
  readonly party: Party;
  readonly url: string;
  readonly reply: Reply;
  readonly values: Omit<Values, 'result' | 'reason' | 'now'>;
}

/** The time limit of one callback. */
const TIMEOUT_MS = 10_000;

/** `Leadkeep-Signature` of a body: the time and the HMAC-SHA-256 of time, dot and body (docs/callbacks.md). */
export const signatureOf = (secret: string, body: string, now: Date): string => {
  const t = String(Math.floor(now.getTime() / 1_000));
  return `t=${t},v1=${createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')}`;
};

/**
 * Calls back about decisions after the delay `after`, as often as the behavior says. Retries after a dropped connection
 * or a 5xx, up to `tries` times. Each call is recorded like a received request.
 */
export function createCallBack(memory: Memory, clock: () => Date) {
  return ({ party, url, reply, values }: Told): void => {
    const { callsBack } = reply;
    if (!callsBack) return;
    if (!/^https?:\/\//.test(url)) {
      note({ party, values }, `${callsBack.says}, no address to call`, 0, '');
      return;
    }
    later(party, () => tell(callsBack.times, party.callback.tries));

    async function tell(times: number, tries: number): Promise<void> {
      const decision = callsBack?.says === 'rejected' ? rejected : accepted;
      const now = clock();
      const { type, text, headers } = shapeReply(decision, [party.callback.answers, party.answers], {
        ...values,
        now,
      });
      const secret = secretOf(party, callsBack?.forged ?? false);
      const sent = { 'content-type': type ?? 'text/plain', ...headers };
      const status = await post(url, text, {
        ...sent,
        ...(secret === undefined ? {} : { 'leadkeep-signature': signatureOf(secret, text, now) }),
      });
      note({ party, values }, `${decision.word}, called back`, status, text);
      if (status === 0 || status >= 500) {
        if (tries > 1) later(party, () => tell(times, tries - 1));
      } else if (times > 1) later(party, () => tell(times - 1, party.callback.tries));
    }
  };

  function note(
    { party, values }: Pick<Told, 'party' | 'values'>,
    answer: string,
    status: number,
    body: string,
  ) {
    const entry: Omit<Received, 'n' | 'at'> = {
      ...{
        party: party.handle,
        what: 'callback',
        decided_by: '',
        program: '',
        headers: {},
        answer,
        status,
        body,
      },
      ...{ idempotency_key: values.key, reference: values.reference, taken: false, again: false },
    };
    memory.remember(entry, clock());
  }
}

/** Does not keep the process alive. */
function later({ callback }: Party, task: () => Promise<void>): void {
  setTimeout(() => void task(), parseDuration(callback.after) ?? 0).unref();
}

/** Reads `${secret:NAME}` from `LEADKEEP_SECRET_NAME`. Undefined if this party does not sign or the secret is not set. */
function secretOf({ callback: { secret } }: Party, forged: boolean): string | undefined {
  if (forged) return 'the secret of somebody else';
  const [, name] = /^\$\{secret:([\w-]+)\}$/.exec(secret ?? '') ?? [];
  return name === undefined ? secret : process.env[`LEADKEEP_SECRET_${name}`];
}

/** The status of the answer; 0 if there was none. */
async function post(url: string, body: string, headers: Record<string, string>): Promise<number> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const answer = await fetch(url, { method: 'POST', redirect: 'manual', body, headers, signal });
    await answer.arrayBuffer();
    return answer.status;
  } catch {
    return 0;
  }
}
