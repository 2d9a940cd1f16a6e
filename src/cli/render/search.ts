import { formatCents } from '../../core/catalogue/money.js';
import { rankResults } from '../../core/search/ranking.js';
import type { SearchRecord, StoredResult, OfferVerdict } from '../../core/search/search-record.js';
import type { Names } from '../../core/catalogue/names-of.js';
import { lockedText, refusalText, renderGroup, renderPerson, section } from './sections.js';
import { renderPairs, renderTable } from './table.js';
import { formatOffset, formatTime } from './time.js';
import { renderTimeline } from './timeline.js';

/** Renders everything about one search: which offers it returned, which it did not, and why. */
export function renderSearch(search: SearchRecord, names: Names): string {
  const results = search.results.filter(({ run }) => run === search.run);
  const earlier = search.earlier ?? [];
  const shown = earlier.reduce((sum, run) => sum + run.results, search.results.length - results.length);
  return [
    `Search ${search.id}: ${search.state}${search.is_test ? ' (test search)' : ''}`,
    '',
    renderPairs([
      ['received', `${formatTime(search.created_at)}, run ${search.run}`],
      ['affiliate', `${names(search.affiliate_id)}, campaign ${names(search.campaign_id)}`],
      [
        'catalogue',
        search.catalogue_version === undefined ? undefined : `version ${search.catalogue_version}`,
      ],
      ['request id', search.request_id],
      ['external id', search.external_id],
      ['takes results until', formatTime(search.closes_at)],
      ['next step at', search.due_at && formatTime(search.due_at)],
      ['its person', search.lacks_key === undefined ? undefined : lockedText(search.lacks_key)],
      ['earlier results', shown === 0 ? undefined : `${shown}, open to submits until they expire`],
    ]),
    ...section('Offers', renderVerdicts(search.verdicts, names)),
    ...section('Results', renderResults(search, results, names)),
    ...section('Partners', renderPartners(search, names)),
    ...section('Slots', renderSlots(search, names)),
    ...section('Consent', renderGroup(search.consent)),
    ...section('Person', renderPerson(search.lead, search.tracking, search.extra)),
    ...section('Timeline', renderTimeline(search.created_at, search.timeline, names)),
  ].join('\n');
}

function renderVerdicts(verdicts: readonly OfferVerdict[], names: Names): string {
  const rows = verdicts.flatMap(({ offer_id, returned, refusal, programs_out = [] }) => [
    [
      names(offer_id),
      returned ? 'returned' : 'not returned',
      refusal === undefined ? '' : refusalText(refusal),
    ],
    ...programs_out.map((out) => ['', `without ${out.program}`, refusalText(out.refusal)]),
  ]);
  return rows.length === 0 ? '' : renderTable(['offer', 'returned', 'why'], rows, '  ');
}

function renderResults({ created_at }: SearchRecord, results: readonly StoredResult[], names: Names): string {
  if (results.length === 0) return '';
  const rows = rankResults(results).map(({ id, offer_id, priority, terms }, index) => [
    String(index + 1),
    id,
    names(offer_id),
    terms.offer_type,
    terms.payout_cents === undefined ? '' : formatCents(terms.payout_cents),
    String(priority),
    terms.programs.map(({ value }) => value).join(' '),
    `${formatTime(terms.expires_at)} (${formatOffset(created_at, terms.expires_at)})`,
  ]);
  return renderTable(
    ['rank', 'result', 'offer', 'type', 'payout', 'priority', 'programs', 'expires'],
    rows,
    '  ',
  );
}

function renderPartners({ partners, created_at }: SearchRecord, names: Names): string {
  if (partners.length === 0) return '';
  const rows = partners.map(({ offer_id, run, state, asked_at, answered_at, detail }) => [
    names(offer_id),
    String(run),
    state,
    formatOffset(created_at, asked_at),
    answered_at === undefined ? '' : formatOffset(created_at, answered_at),
    detail ?? '',
  ]);
  return renderTable(['partner offer', 'run', 'state', 'asked', 'answered', 'detail'], rows, '  ');
}

function renderSlots({ slots }: SearchRecord, names: Names): string {
  if (slots.length === 0) return '';
  const rows = slots.map(({ lead, offer_id, offer_type, state }) => [
    lead,
    names(offer_id),
    offer_type,
    state,
  ]);
  return renderTable(['lead', 'offer', 'type', 'state'], rows, '  ');
}
