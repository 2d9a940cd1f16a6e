import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { openServer, type OpenServer } from '../../support/open-server.js';
import type { Behaviour } from './catalogue.js';

export const CALLBACK_SECRET = 'a secret that buyers of rehearsals have';

interface Delivered {
  readonly lead_id?: string;
  readonly callback_url?: string;
  readonly lead?: { readonly personal?: Readonly<Record<string, string>> };
}

/** Everything that they say repeats what they were sent, as careless parties do. */
export interface Parties extends OpenServer {
  /** Leads that each buyer was sent. */
  readonly received: readonly { readonly buyer: string; readonly lead_id: string }[];
}

/** Buyers, a partner, and affiliates' endpoints. Buyers behave as the last part of their address says. */
export async function openParties(): Promise<Parties> {
  const received: { buyer: string; lead_id: string }[] = [];
  const server = await openServer(
    createServer((request, response) => {
      let text = '';
      request.on('data', (chunk: Buffer) => (text += chunk.toString()));
      request.on('end', () => {
        const [, what = '', who = ''] = (request.url ?? '').split(/[/?]/);
        const sent = parse(text) as Delivered;
        if (what === 'hooks') return void response.writeHead(who === 'fails' ? 500 : 204).end(text);
        if (what === 'postbacks') return void response.writeHead(200).end(request.url);
        if (what === 'status') {
          json(200, { result: who === 'later' ? 'accepted' : 'rejected', reason: 'Nobody there' });
          return;
        }
        if (what === 'notices') return void response.writeHead(204).end();
        if (what === 'verify') {
          const said = `${saidOf(sent, request.headers.authorization)} of ${text}`;
          json(200, { listed: who === 'scrubbed', said, claim: 'claim-1', echo: sent });
          return;
        }
        if (what === 'match') {
          const match = { reference: 'match-1', name: 'A match', payout: 25 };
          json(200, { results: [{ ...match, programs: [{ value: 'art', label: 'Art' }] }], said: sent });
          return;
        }
        received.push({ buyer: who, lead_id: sent.lead_id ?? '' });
        answer(who as Behaviour, sent, text, request.headers);
      });
      const json = (status: number, body: object): void => {
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      };
      function answer(how: Behaviour, sent: Delivered, text: string, headers: IncomingHttpHeaders): void {
        const email = sent.lead?.personal?.['email'] ?? '';
        const said = `${saidOf(sent, headers.authorization)} of ${text}`;
        const accepted = { result: 'accepted', reference: `R-${sent.lead_id ?? ''}`, echo: sent, headers };
        if (how === 'echoes') json(200, { ...accepted, reason: said, price: 45 });
        else if (how === 'rejects') json(200, { result: 'rejected', reason: `We have ${said}`, echo: sent });
        else if (how === 'duplicate') json(200, { result: 'duplicate', reason: `${email} is known` });
        else if (how === 'later' || how === 'refuses-later')
          json(202, { result: 'pending', reference: `T-${sent.lead_id ?? ''}` });
        else if (how === 'calls-back' || how === 'revokes') {
          json(202, { result: 'pending', reference: `T-${sent.lead_id ?? ''}` });
          void callBack(sent.callback_url ?? '', [
            { result: 'accepted', reason: said, echo: sent },
            ...(how === 'revokes' ? [{ result: 'revoked', echo: sent }] : []),
          ]);
        } else if (how === 'sends-back') {
          json(200, accepted);
          void callBack(sent.callback_url ?? '', [{ result: 'returned', reason: 'bad_phone', note: said }]);
        } else if (how === 'hangs-up') request.socket.destroy();
        else if (how === 'garbage')
          response.writeHead(200, { 'content-type': 'text/html' }).end(`<h1>Hello ${said}</h1>`);
        else if (how === 'busy' || how === 'fallen')
          response.writeHead(503).end(JSON.stringify({ result: 'retry', reason: said }));
        else if (how === 'slow') setTimeout(json, 1_500, 200, accepted);
        else json(200, accepted);
      }
    }),
  );
  return { ...server, received };
}

function saidOf({ lead }: Delivered, secret = ''): string {
  const { email = '', phone = '', first_name = '', last_name = '' } = lead?.personal ?? {};
  return `${first_name} ${last_name}, ${email}, ${phone} by ${secret}`;
}

/** As often as the callback is not taken, for a while. */
async function callBack(url: string, bodies: readonly object[]): Promise<void> {
  for (const body of bodies)
    for (let tries = 0; tries < 40; tries += 1) {
      await sleep(500);
      const text = JSON.stringify(body);
      const t = String(Math.floor(Date.now() / 1_000));
      const v1 = createHmac('sha256', CALLBACK_SECRET).update(`${t}.`).update(text).digest('hex');
      const headers = { 'content-type': 'application/json', 'Leadkeep-Signature': `t=${t},v1=${v1}` };
      const status = await fetch(url, { method: 'POST', headers, body: text }).then(
        async (response) => (await response.arrayBuffer(), response.status),
        () => 0,
      );
      if (status === 200) break;
    }
}

function parse(text: string): object {
  try {
    return JSON.parse(text) as object;
  } catch {
    return {};
  }
}
