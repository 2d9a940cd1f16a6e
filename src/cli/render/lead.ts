import { formatCents } from '../../core/catalogue/money.js';
import { isFinal } from '../../core/lead/lead-states.js';
import { ownDeliveryKey } from '../../core/delivery/attempt.js';
import { settlableFrom } from '../../core/delivery/settle.js';
import { earlierLeadsOf } from '../../core/fallback/fallback-lead.js';
import { lastOfKind } from '../../core/lead/lead-entry.js';
import type { Attempt, LeadRecord } from '../../core/lead/lead-record.js';
import { labelOfEffect } from '../../core/lead/pending-effect.js';
import { wordsOfDecision, wordsOfState } from '../../core/messages.js';
import { displayedTimeline } from '../../core/lead/displayed-timeline.js';
import type { Names } from '../../core/catalogue/names-of.js';
import { countedPairs } from './counted.js';
import { requestLines, returnLines } from './returned.js';
import { lockedText, refusalText, renderGroup, renderPerson, section } from './sections.js';
import { renderPairs, renderTable } from './table.js';
import { formatLength, formatOffset, formatTime } from './time.js';
import { renderTimeline } from './timeline.js';
import { waitingText } from './waiting.js';

/** Renders everything about one lead. Personal data is shown as the record contains it. */
export function renderLead(lead: LeadRecord, names: Names): string {
  return [
    `Lead ${lead.id}: ${lead.state}${lead.is_test ? ' (test lead)' : ''}`,
    ...decisionLines(lead),
    '',
    renderPairs([
      [
        'received',
        `${formatTime(lead.received_at)}, form ${lead.form}, submission ${lead.submission}, ${processedText(lead.runs)}`,
      ],
      ['affiliate', `${names(lead.affiliate_id)}, campaign ${names(lead.campaign_id)}`],
      ['offer', names(lead.offer_id) + (lead.program_id === undefined ? '' : `, program ${lead.program_id}`)],
      ['search', lead.search_id && `${lead.search_id}, result ${lead.result_id ?? '?'}`],
      ...fallbackPairs(lead, names),
      ['request id', lead.request_id],
      ['external id', lead.external_id],
      ...countedPairs(lead, names),
      ["buyer's reference", lead.reference],
      ['pending since', lead.pending_since && formatTime(lead.pending_since)],
      ['next step at', lead.due_at && formatTime(lead.due_at)],
      ['its person', personText(lead)],
      ['waits because', waitingText(lead)],
      ['pending effects', lead.pending_effects.map(labelOfEffect).join(', ') || undefined],
    ]),
    ...section('Consent', lead.lacks_key === undefined ? renderConsent(lead) : ''),
    ...section('Person', renderPerson(lead.lead, lead.tracking, lead.extra)),
    ...section('Answers', renderGroup(lead.answers)),
    ...section('Attempts', renderAttempts(lead, names)),
    ...section('Timeline', renderTimeline(lead.received_at, displayedTimeline(lead), names)),
  ].join('\n');
}

/** That the person was removed, or will be, or can't be shown here. */
function personText({ forgotten, forget, lacks_key }: LeadRecord): string | undefined {
  if (lacks_key !== undefined) return lockedText(lacks_key);
  const why = forgotten?.why === 'erasure' ? 'an erasure' : 'it was kept for long enough';
  if (forgotten) return `was removed at ${formatTime(forgotten.at)} (${why})`;
  if (forget?.why === 'retention') return 'was kept for long enough, and is removed when the lead is decided';
  return forget && `is erased when the lead is decided, at the latest at ${formatTime(forget.at)}`;
}

/** The other leads of a direct post with fallbacks. */
function fallbackPairs(lead: LeadRecord, names: Names): [string, string | undefined][] {
  const { next_fallback, fallbacks = [] } = lead;
  const before = earlierLeadsOf(lead).map(
    ({ lead_id, offer_id, code }) => `${lead_id} (${names(offer_id)}: ${code})`,
  );
  const left = next_fallback ? [] : fallbacks.map(({ offer_id }) => names(offer_id));
  return [
    ['fallback of', before.join(', ') || undefined],
    ['fell back to', next_fallback && `${next_fallback.lead_id} (${names(next_fallback.offer_id)})`],
    ['fallbacks', left.join(', ') || undefined],
  ];
}

/** How often a worker has started to process the lead. */
function processedText(runs: number): string {
  if (runs === 0) return 'not processed yet';
  return runs === 1 ? 'processed once' : `processed ${runs} times`;
}

function decisionLines(lead: LeadRecord): string[] {
  const { state, decision, received_at } = lead;
  if (decision === undefined || !isFinal(state))
    return [`  Not decided: ${wordsOfState(state).reason}`, ...whatAnOperatorDoes(lead)];
  const { code, at, payout_cents, refusal, source } = decision;
  const payout = payout_cents === undefined ? '' : `, payout ${formatCents(payout_cents)}`;
  const by = settledBy(lead) ?? `, decided by the ${source}`;
  return [
    `  ${code}: ${wordsOfDecision(decision).reason}${payout}${by}, ${formatLength(at.getTime() - received_at.getTime())} after it was received`,
    ...(refusal === undefined ? [] : [`  Why: ${refusalText(refusal)}`]),
    ...returnLines(lead.returns),
    ...requestLines(lead),
  ];
}

/** The operator who settled the lead. The decision's source is still the buyer: the operator only recorded it. */
function settledBy({ timeline }: LeadRecord): string | undefined {
  const by = lastOfKind(timeline, 'settled')?.reason?.['by'];
  return typeof by === 'string' ? `, settled by ${by}` : undefined;
}

function whatAnOperatorDoes(lead: LeadRecord): string[] {
  const from = settlableFrom(lead);
  if (from === undefined) return [];
  const key = ownDeliveryKey(lead);
  const which =
    key === undefined
      ? ''
      : ` about the Idempotency-Key ${key} (without :${lead.submission} it is another submission)`;
  return [
    `  It waits for you: ask the buyer${which}, then run leadkeep lead settle ${lead.id} accepted|rejected --reason "…" (possible from ${from})`,
  ];
}

function renderConsent({ received_at: start, consent, form }: LeadRecord): string {
  const given = consent.decision === null ? 'not sent' : consent.decision ? 'given' : 'refused';
  return renderPairs([
    [
      'decision',
      `${given} at ${formatTime(consent.at)} (${formatOffset(start, consent.at)})` +
        (consent.ip_address === '' ? '' : ` from ${consent.ip_address}`),
    ],
    // Of a direct post nobody knows which text the affiliate showed.
    [form === 'A' ? 'text as shown' : 'text of the offer', consent.text ?? '(none)'],
    ['button', consent.button_label ?? undefined],
    ['certificate', consent.cert_url ?? undefined],
    ['universal lead ref', consent.universal_lead_ref ?? undefined],
  ]);
}

function renderAttempts({ attempts, received_at }: LeadRecord, names: Names): string {
  if (attempts.length === 0) return '';
  const row = (attempt: Attempt): string[] => [
    String(attempt.number),
    String(attempt.submission),
    formatTime(attempt.at),
    formatOffset(received_at, attempt.at),
    sentToText(attempt, names),
    attempt.outcome,
    attempt.status === undefined ? '' : String(attempt.status),
    attempt.duration_ms === undefined ? '' : formatLength(attempt.duration_ms),
    attempt.detail ?? '',
  ];
  const head = ['n', 'submission', 'at', 'after', 'to', 'outcome', 'http', 'took', 'detail'];
  return renderTable(head, attempts.map(row), '  ');
}

/** The buyer, the origin of its address, and the proxy on the way. */
const sentToText = ({ sent_to, via }: Attempt, names: Names): string => {
  const way = via === undefined ? undefined : `via ${via}`;
  return [names(sent_to.buyer_id), sent_to.delivery_origin, way].filter(Boolean).join(' ');
};
