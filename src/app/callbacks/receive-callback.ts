import { isFromPresentBuyer, type CallbackOutcome } from '../../core/delivery/apply-callback.js';
import type { CallbackAnswer } from '../../core/delivery/delivered.js';
import type { ReturnRule } from '../../core/money/return-lead.js';
import { rememberBuyers } from '../ports/buyer-history.js';
import type { SignatureFault } from '../ports/callback-signature.js';
import type { CalledLead } from '../ports/callback-tokens.js';
import type { SentCallback } from '../ports/destinations.js';
import type { WebPorts } from '../ports/web-ports.js';
import { noteCallback, takeCallback, type CallbackTaken } from './apply-callback.js';
import { revokeByCallback } from './revoke-by-callback.js';
import { returnByCallback } from './return-by-callback.js';
import { withoutPerson } from '../../core/delivery/without-person.js';

/** What became of a callback. */
export type CallbackReceived =
  /** `changed`: whether it changed the lead. */
  | {
      readonly kind: 'taken';
      readonly outcome: CallbackOutcome | 'returned' | 'revoked';
      readonly changed: boolean;
    }
  /** A rule refuses the return of the lead. */
  | { readonly kind: 'return_refused'; readonly rule: ReturnRule }
  | { readonly kind: 'refused'; readonly why: Extract<CallbackTaken, { outcome: 'refused' }>['why'] }
  | { readonly kind: 'signature'; readonly fault: SignatureFault }
  /** It says what only a signed callback may say, and is not signed. */
  | { readonly kind: 'ignored'; readonly outcome: 'returned' | 'revoked' }
  /**
   * `unreadable`: no rule of the destination matches it. `later`: it cannot be processed now, so the buyer must call
   * again.
   */
  | { readonly kind: 'unreadable' | 'no_lead' | 'later' };

/** Checks a buyer's callback about a lead and applies it. A refused callback is noted in the timeline of the lead. */
export async function receiveCallback(
  ports: WebPorts,
  { id, round, made_before }: CalledLead,
  sent: SentCallback,
): Promise<CallbackReceived> {
  const { leads, catalogue, buyerHistory, destinations, identities, checkSignature, clock, log } = ports;
  const lead = await leads.read(id);
  const offer = lead && catalogue.current().offers.get(lead.offer_id);
  if (!offer || (made_before && lead.received_at > made_before)) return { kind: 'no_lead' };
  // It tells repeats of callbacks apart, also after the secret was replaced.
  const dedupeKeyOf = (what: string): string =>
    identities.firstHash(`callback:${round}:${what}`).slice(0, 16);
  const noteRefused = (what: string, why: string): Promise<void> =>
    noteCallback(leads, id, {
      at: clock(),
      offer_id: lead.offer_id,
      dedupe_key: dedupeKeyOf(what),
      detail: 'refused',
      why,
      was: lead.state,
    });

  // The lead may have another offer since. Then neither the secret nor the rules of that offer belong to this caller.
  if (lead.round !== round) {
    await noteRefused(`round ${round}`, 'old_round');
    return { kind: 'refused', why: 'old_round' };
  }
  if (!isFromPresentBuyer(await rememberBuyers(lead, buyerHistory), offer)) {
    await noteRefused('another buyer', 'another_buyer');
    return { kind: 'refused', why: 'another_buyer' };
  }
  const about = { svc_lead_id: id, offer: offer.handle };
  const problem = checkSignature(offer, sent, clock());
  if (problem?.kind === 'secret') {
    const secret = { offer: offer.handle, secret: problem.name, why: problem.why };
    log.error(secret, 'a callback can not be checked: the secret is not set');
    return { kind: 'later' };
  }
  if (problem) {
    log.warn({ ...about, signature: problem.kind }, 'a callback was not believed');
    await noteRefused(`signature ${problem.kind}`, `the signature is ${problem.kind}`);
    return { kind: 'signature', fault: problem.kind };
  }
  const { answer, detail, again } = await destinations.readCallback(offer, sent);
  if (again) {
    log.warn({ ...about, detail }, 'a callback could not be read now, and the buyer is asked to call again');
    return { kind: 'later' };
  }
  const content = Buffer.from(sent.body).toString('base64');
  if (answer?.outcome === 'returned') {
    const call = { lead, offer, answer, detail, dedupe_key: dedupeKeyOf(`returned:${content}`) };
    const done = await returnByCallback(ports, call);
    switch (done.outcome) {
      case 'taken':
      case 'unchanged':
        return { kind: 'taken', outcome: 'returned', changed: done.outcome === 'taken' };
      case 'refused':
        return { kind: 'return_refused', rule: done.rule };
      case 'ignored':
        return { kind: 'ignored', outcome: 'returned' };
      default:
        return { kind: done.outcome };
    }
  }
  if (answer?.outcome === 'revoked') {
    const call = { lead, offer, answer, detail, dedupe_key: dedupeKeyOf(`revoked:${content}`) };
    const kind = await revokeByCallback(ports, call);
    if (kind === 'ignored') return { kind, outcome: 'revoked' };
    return { kind: 'taken', outcome: 'revoked', changed: kind === 'taken' };
  }
  if (!isUsable(answer)) {
    await noteRefused(content, answer ? 'no answer to give unasked' : detail);
    return { kind: 'unreadable' };
  }
  const { outcome, reason } = answer;
  const said = reason === undefined ? answer : { ...answer, reason: withoutPerson(reason, lead) };
  const dedupe_key = dedupeKeyOf(`${outcome}:${content}`);
  const taken = await takeCallback(ports, id, { answer: said, round, detail, dedupe_key });
  if (taken.outcome === 'no_lead' || taken.outcome === 'later') return { kind: taken.outcome };
  if (taken.outcome === 'refused') {
    if (taken.why === 'decided') log.warn(about, 'a buyer contradicts how a lead has ended');
    return { kind: 'refused', why: taken.why };
  }
  return { kind: 'taken', outcome, changed: taken.outcome === 'taken' };
}

/** A buyer can't answer "try again" in a callback, because we sent no request. */
const isUsable = (
  answer: CallbackAnswer | undefined,
): answer is CallbackAnswer & { readonly outcome: CallbackOutcome } =>
  answer !== undefined && !['retry', 'returned', 'revoked'].includes(answer.outcome);
