import { setTimeout as pause } from 'node:timers/promises';
import type { IncomingHttpHeaders } from 'node:http';
import type { RequestHandler } from 'express';
import type { Offer } from '../../core/catalogue/types.js';
import { envelope } from '../../core/envelope.js';
import { isFromPresentBuyer, type CallbackOutcome } from '../../core/delivery/apply-callback.js';
import type { BuyerAnswer } from '../../core/delivery/delivered.js';
import type { LeadRecord } from '../../core/lead/lead-record.js';
import { wordsOfCallback } from '../../core/messages.js';
import type { CalledLead } from '../../app/ports/callback-tokens.js';
import { SIGNATURE_HEADER, signatureFault } from '../../platform/secrets/signature.js';
import { rememberBuyers } from '../../app/ports/buyer-history.js';
import { noteCallback, takeCallback } from '../../app/callbacks/apply-callback.js';
import { unsetWords } from '../../platform/outbound/secret-value.js';
import { resolveSecret } from '../../platform/outbound/secrets.js';
import { bytesReader } from '../body/read-body.js';
import type { Api } from '../call.js';
import { callbackNotRead, callbackRefused, notFound, signatureInvalid, unavailable } from '../faults.js';
import { localsOf, send } from '../http/send.js';
import { requireMethod } from '../route.js';
import type { CallbackAccess } from './callback-access.js';

export const CALLBACK_PATH = '/api/v1/callbacks/:token';

/** In bytes. */
export const CALLBACK_BODY_LIMIT = 64 * 1024;
const readBytes = bytesReader(CALLBACK_BODY_LIMIT);

/** A buyer's word about a lead, without an API key: its address proves which lead, a signature who says it. */
export function serveCallback(api: Api, calledLead: CallbackAccess): RequestHandler {
  return async (request, response) => {
    const locals = localsOf(response);
    locals.route = CALLBACK_PATH;
    const called = await calledLead(request, response);
    locals.svc_lead_id = called.id;
    requireMethod(request.method, 'POST');
    const body = await readBytes(request, response);
    send(response, await hear(api, called, { headers: headersOf(request.headers), body }));
  };
}

interface Sent {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

async function hear({ platform, clock }: Api, { id, round }: CalledLead, sent: Sent) {
  const { leads, catalogue, buyerHistory, destinations, identities, log } = platform;
  const lead = await leads.read(id);
  const offer = lead && catalogue.current().offers.get(lead.offer_id);
  if (!offer) throw notFound();
  const dedupeKeyOf = (what: string): string =>
    identities.keyedHash(`callback:${round}:${what}`).slice(0, 16);
  const noteRefused = (what: string, why: string): Promise<void> =>
    noteCallback(leads, id, aboutRefused(lead, { at: clock(), dedupe_key: dedupeKeyOf(what), why }));

  // Its offer may be another since: neither its secret nor its rules are this caller's.
  if (lead.round !== round) {
    await noteRefused(`round ${round}`, 'old_round');
    throw callbackRefused('old_round');
  }
  if (!isFromPresentBuyer(await rememberBuyers(lead, buyerHistory), offer)) {
    await noteRefused('another buyer', 'another_buyer');
    throw callbackRefused('another_buyer');
  }
  const fault = signatureFaultOf(offer, sent, clock());
  if (fault?.kind === 'secret') {
    log.error(
      { offer: offer.handle, secret: fault.name, why: unsetWords(fault.name, process.env) },
      'a callback can not be checked: the secret is not set',
    );
    throw unavailable();
  }
  const about = { svc_lead_id: id, offer: offer.handle };
  if (fault) {
    log.warn({ ...about, signature: fault.kind }, 'a callback was not believed');
    await noteRefused(`signature ${fault.kind}`, `the signature is ${fault.kind}`);
    throw signatureInvalid(fault.kind);
  }
  const { answer, detail } = await destinations.readCallback(offer, sent);
  if (!isSaid(answer)) {
    await noteRefused(sent.body.toString('base64'), answer ? 'no answer to give unasked' : detail);
    throw callbackNotRead();
  }
  const { outcome } = answer;
  const dedupe_key = dedupeKeyOf(`${outcome}:${sent.body.toString('base64')}`);
  const ports = { leads, catalogue, buyerHistory, clock, random: Math.random, pause };
  const taken = await takeCallback(ports, id, { answer, round, detail, dedupe_key });
  if (taken.outcome === 'no_lead') throw notFound();
  if (taken.outcome === 'later') throw unavailable();
  if (taken.outcome === 'refused') {
    if (taken.why === 'decided') log.warn(about, 'a buyer contradicts how a lead has ended');
    throw callbackRefused(taken.why);
  }
  const changed = taken.outcome === 'taken';
  return { http: 200, body: envelope('OK', wordsOfCallback(changed), { outcome, changed }) };
}

const aboutRefused = (
  { offer_id, state }: LeadRecord,
  { at, dedupe_key, why }: { readonly at: Date; readonly dedupe_key: string; readonly why: string },
) => ({ at, offer_id, dedupe_key, detail: 'refused', why, was: state });

const isSaid = (
  answer: BuyerAnswer | undefined,
): answer is BuyerAnswer & { readonly outcome: CallbackOutcome } =>
  answer !== undefined && answer.outcome !== 'retry';

function signatureFaultOf({ delivery: { callback } }: Offer, { headers, body }: Sent, now: Date) {
  if (!callback) return undefined;
  const { name, value } = resolveSecret(callback.secret, process.env);
  if (value === undefined) return { kind: 'secret' as const, name };
  const kind = signatureFault(headers[SIGNATURE_HEADER], { secret: value, body, now });
  return kind && { kind };
}

/** The body is unpacked when it is read, so it is no longer packed. */
function headersOf({ 'content-encoding': _, ...headers }: IncomingHttpHeaders): Record<string, string> {
  const named = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] as const],
  );
  return Object.fromEntries(named);
}
