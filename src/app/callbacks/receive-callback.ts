import { isCallbackOnly, type CallbackOnly, type Offer } from '../../core/catalogue/types.js';
import type { LeadRecord } from '../../core/lead/lead-record.js';
import { isFromPresentBuyer, type CallbackOutcome } from '../../core/delivery/apply-callback.js';
import type { CallbackAnswer } from '../../core/delivery/delivery-result.js';
import type { ReturnRule } from '../../core/money/return-lead.js';
import type { SignatureFault } from '../ports/callback-signature.js';
import type { CalledLead } from '../ports/callback-tokens.js';
import type { BodyFault, SentCallback } from '../ports/destinations.js';
import type { WebPorts } from '../ports/web-ports.js';
import { noteCallback } from './note-callback.js';
import { takeCallback, type CallbackTaken } from './take-callback.js';
import { revokeByCallback } from './revoke-by-callback.js';
import type { StageRule } from '../../core/stages/lead-stage.js';
import { stageByCallback } from './stage-by-callback.js';
import { returnByCallback } from './return-by-callback.js';
import { withoutPerson } from '../../core/delivery/without-person.js';

/** What became of a callback. */
export type CallbackReceived =
  /** It was heard; `changed`: whether it changed the lead. */
  | {
      readonly kind: 'taken';
      readonly outcome: CallbackOutcome | CallbackOnly;
      readonly changed: boolean;
    }
  /** It requests a return, and an operator decides: nothing is changed yet. */
  | { readonly kind: 'under_review' }
  /** A rule refuses the return of the lead. */
  | { readonly kind: 'return_refused'; readonly rule: ReturnRule }
  /** The stage can't be recorded. */
  | { readonly kind: 'stage_refused'; readonly rule: StageRule }
  | { readonly kind: 'refused'; readonly why: Extract<CallbackTaken, { outcome: 'refused' }>['why'] }
  | { readonly kind: 'signature'; readonly fault: SignatureFault }
  /** It is not known what it says: its body is not whole, not packed as it says, or empty. */
  | { readonly kind: 'body'; readonly fault: BodyFault['kind'] }
  /** It says what only a signed callback may say, and is not signed. */
  | { readonly kind: 'ignored'; readonly outcome: CallbackOnly }
  /**
   * `unreadable`: no rule of the destination matches it. `later`: it cannot be processed now, so the buyer must call
   * again.
   */
  | { readonly kind: 'unreadable' | 'no_lead' | 'later' };

/** A callback about a lead that is there, and has this offer now. */
interface Call {
  readonly lead: LeadRecord;
  readonly offer: Offer;
  /** The submission that it is about. */
  readonly submission: number;
  readonly sent: SentCallback;
  /** Tells repeats of callbacks apart, also after the secret was replaced. */
  readonly dedupeKeyOf: (what: string) => string;
}

/** Checks a buyer's callback about a lead and applies it. A refused callback is noted in the timeline of the lead. */
export async function receiveCallback(
  ports: WebPorts,
  { id, submission, made_before }: CalledLead,
  sent: SentCallback,
): Promise<CallbackReceived> {
  const { leads, catalogue, destinations, identities, log } = ports;
  const lead = await leads.read(id);
  const offer = lead && catalogue.current().offers.get(lead.offer_id);
  if (!offer || (made_before && lead.received_at > made_before)) return { kind: 'no_lead' };
  const dedupeKeyOf = (what: string): string =>
    identities.firstHash(`callback:${submission}:${what}`).slice(0, 16);
  const call = { lead, offer, submission, sent, dedupeKeyOf };
  const fault = await faultOfCaller(ports, call);
  if (fault) return fault;
  const { answer, detail, again } = await destinations.readCallback(offer, sent);
  if (again) {
    log.warn(
      { ...named(call), detail },
      'a callback could not be read now, and the buyer is asked to call again',
    );
    return { kind: 'later' };
  }
  if (answer?.outcome === 'returned') return returned(ports, call, { answer, detail });
  if (answer?.outcome === 'revoked') return revoked(ports, call, { answer, detail });
  if (answer?.outcome === 'stage') return staged(ports, call, { answer, detail });
  if (isUsable(answer)) return decided(ports, call, { answer, detail });
  await noteRefused(ports, call, contentOf(call), answer ? 'no answer to give unasked' : detail);
  return { kind: 'unreadable' };
}

/**
 * What keeps the caller from being believed: it is about another submission or buyer, its body is not all that the buyer
 * said, or its signature is wrong.
 */
async function faultOfCaller(ports: WebPorts, call: Call): Promise<CallbackReceived | undefined> {
  const { checkSignature, clock, log } = ports;
  const { lead, offer, submission, sent } = call;
  // The lead may have another offer since. Then neither the secret nor the rules of that offer belong to this caller.
  if (lead.submission !== submission) {
    await noteRefused(ports, call, `submission ${submission}`, 'old_submission');
    return { kind: 'refused', why: 'old_submission' };
  }
  if (!isFromPresentBuyer(lead, offer)) {
    await noteRefused(ports, call, 'another buyer', 'another_buyer');
    return { kind: 'refused', why: 'another_buyer' };
  }
  if (sent.fault) {
    const { kind, why } = sent.fault;
    log.warn({ ...named(call), body: kind, why }, 'the body of a callback could not be read');
    await noteRefused(ports, call, `body ${kind}`, why);
    return { kind: 'body', fault: kind };
  }
  const problem = checkSignature(offer, sent, clock());
  if (problem?.kind === 'secret') {
    const secret = { offer: offer.handle, secret: problem.name, why: problem.why };
    log.error(secret, 'a callback can not be checked: the secret is not set');
    return { kind: 'later' };
  }
  if (!problem) return undefined;
  log.warn({ ...named(call), signature: problem.kind }, 'a callback was not believed');
  await noteRefused(ports, call, `signature ${problem.kind}`, `the signature is ${problem.kind}`);
  return { kind: 'signature', fault: problem.kind };
}

const named = ({ lead, offer }: Call) => ({ svc_lead_id: lead.id, offer: offer.handle });
const contentOf = ({ sent }: Call): string => Buffer.from(sent.body).toString('base64');

const noteRefused = (
  { leads, clock }: WebPorts,
  { lead, dedupeKeyOf }: Call,
  what: string,
  why: string,
): Promise<void> =>
  noteCallback(leads, lead.id, {
    at: clock(),
    offer_id: lead.offer_id,
    dedupe_key: dedupeKeyOf(what),
    detail: 'refused',
    why,
    was: lead.state,
  });

/** What the rules of the destination read from it. */
interface Read<Answer = CallbackAnswer> {
  readonly answer: Answer;
  readonly detail: string;
}

async function returned(ports: WebPorts, call: Call, read: Read): Promise<CallbackReceived> {
  const dedupe_key = call.dedupeKeyOf(`returned:${contentOf(call)}`);
  const done = await returnByCallback(ports, { ...call, ...read, dedupe_key });
  switch (done.outcome) {
    case 'changed':
    case 'unchanged':
      return { kind: 'taken', outcome: 'returned', changed: done.outcome === 'changed' };
    case 'refused':
      return { kind: 'return_refused', rule: done.rule };
    case 'ignored':
      return { kind: 'ignored', outcome: 'returned' };
    default:
      return { kind: done.outcome };
  }
}

async function revoked(ports: WebPorts, call: Call, read: Read): Promise<CallbackReceived> {
  const dedupe_key = call.dedupeKeyOf(`revoked:${contentOf(call)}`);
  const done = await revokeByCallback(ports, { ...call, ...read, dedupe_key });
  if (done === 'ignored') return { kind: 'ignored', outcome: 'revoked' };
  return { kind: 'taken', outcome: 'revoked', changed: done === 'changed' };
}

async function staged(ports: WebPorts, call: Call, read: Read): Promise<CallbackReceived> {
  const dedupe_key = call.dedupeKeyOf(`stage:${contentOf(call)}`);
  const done = await stageByCallback(ports, { ...call, ...read, dedupe_key });
  switch (done.outcome) {
    case 'changed':
    case 'unchanged':
      return { kind: 'taken', outcome: 'stage', changed: done.outcome === 'changed' };
    case 'refused':
      return { kind: 'stage_refused', rule: done.rule };
    case 'ignored':
      return { kind: 'ignored', outcome: 'stage' };
    case 'later':
      return { kind: 'later' };
  }
}

type Usable = CallbackAnswer & { readonly outcome: CallbackOutcome };

/** A buyer can't answer "try again" in a callback, because we sent no request. */
const isUsable = (answer: CallbackAnswer | undefined): answer is Usable =>
  answer !== undefined && answer.outcome !== 'retry' && !isCallbackOnly(answer.outcome);

async function decided(
  ports: WebPorts,
  call: Call,
  { answer, detail }: Read<Usable>,
): Promise<CallbackReceived> {
  const { lead, submission, dedupeKeyOf } = call;
  const { outcome, reason } = answer;
  const said = reason === undefined ? answer : { ...answer, reason: withoutPerson(reason, lead) };
  const dedupe_key = dedupeKeyOf(`${outcome}:${contentOf(call)}`);
  const taken = await takeCallback(ports, lead.id, { answer: said, submission, detail, dedupe_key });
  if (taken.outcome === 'no_lead' || taken.outcome === 'later') return { kind: taken.outcome };
  if (taken.outcome === 'refused') {
    if (taken.why === 'decided') ports.log.warn(named(call), 'a buyer contradicts how a lead has ended');
    return { kind: 'refused', why: taken.why };
  }
  return { kind: 'taken', outcome, changed: taken.outcome === 'changed' };
}
