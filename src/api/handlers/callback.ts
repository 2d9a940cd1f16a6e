import type { IncomingHttpHeaders } from 'node:http';
import { createCallbackRecorder } from '../../app/exchanges/record-callbacks.js';
import { receiveCallback } from '../../app/callbacks/receive-callback.js';
import type { CalledLead } from '../../app/ports/callback-tokens.js';
import type { SentCallback } from '../../app/ports/destinations.js';
import type { WebPorts } from '../../app/ports/web-ports.js';
import { envelope } from '../../core/envelope.js';
import { UNDER_REVIEW, wordsOfCallback, wordsOfIgnored } from '../../core/messages.js';
import type { CallbackAccess } from '../access/callback-access.js';
import { readRawBody } from '../../http/read-body.js';
import type { Answer } from '../../http/answer.js';
import { notFound, unavailable } from '../../http/faults.js';
import {
  callbackBodyRefused,
  callbackNotRead,
  callbackRefused,
  returnRefused,
  signatureInvalid,
  stageRefused,
} from '../faults.js';
import { answerOfFault, faultOf } from '../../http/translate-error.js';
import { localsOf, send } from '../../http/send.js';
import type { ServeRow } from '../../http/rows.js';

export const CALLBACK_ROW = { method: 'POST', path: '/api/v1/callbacks/:token' } as const;

/** The maximum size of a callback's body, in bytes. */
export const CALLBACK_BODY_LIMIT = 64 * 1024;

/** Serves a buyer's callback. It needs no API key: the token names the lead, and a signature proves the buyer. */
export function serveCallback(ports: WebPorts, calledLead: CallbackAccess): ServeRow {
  const note = createCallbackRecorder(ports.exchanges);
  return async (request, response, requireMethod) => {
    const reading = readRawBody(request, CALLBACK_BODY_LIMIT);
    const called = await calledLead(request, response);
    localsOf(response).svc_lead_id = called.id;
    requireMethod();
    const received = { headers: headersOf(request.headers), ...(await reading) };
    const sent = await ports.openCallback(received, CALLBACK_BODY_LIMIT);
    const at = ports.clock();
    const noteAnswer = ({ http: status, body: answer }: Answer): void => {
      const took_ms = ports.clock().getTime() - at.getTime();
      note({ called, path: CALLBACK_ROW.path, sent, at, took_ms, status, answer });
    };
    const answer = await answerOf(ports, called, sent).catch((error: unknown) => {
      noteAnswer(answerOfFault(faultOf(error)));
      throw error;
    });
    noteAnswer(answer);
    send(response, answer);
  };
}

async function answerOf(ports: WebPorts, called: CalledLead, sent: SentCallback): Promise<Answer> {
  const received = await receiveCallback(ports, called, sent);
  switch (received.kind) {
    case 'taken': {
      const { outcome, changed } = received;
      return { http: 200, body: envelope('OK', wordsOfCallback(changed), { outcome, changed }) };
    }
    case 'ignored':
      return {
        http: 200,
        body: envelope('OK', wordsOfIgnored(received.outcome), { outcome: received.outcome, changed: false }),
      };
    case 'under_review': {
      const said = { outcome: 'returned', changed: false };
      return { http: 200, body: envelope('OK', UNDER_REVIEW, said) };
    }
    case 'return_refused':
      throw returnRefused(received.rule);
    case 'stage_refused':
      throw stageRefused(received.rule);
    case 'refused':
      throw callbackRefused(received.why);
    case 'signature':
      throw signatureInvalid(received.fault);
    case 'body':
      throw callbackBodyRefused(received.fault, CALLBACK_BODY_LIMIT);
    case 'unreadable':
      throw callbackNotRead();
    case 'no_lead':
      throw notFound();
    case 'later':
      throw unavailable();
  }
}

function headersOf(headers: IncomingHttpHeaders): Record<string, string> {
  const named = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] as const],
  );
  return Object.fromEntries(named);
}
