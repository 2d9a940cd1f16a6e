import type { Certificate, NotifyBuyer } from '../../app/person/certificate.js';
import type { FoundPerson } from '../../app/person/find-person.js';
import type { Names } from '../../core/catalogue/names-of.js';
import { renderTable } from './table.js';

const FATES = {
  ends: 'ends at once, not sent any more',
  forgotten: 'loses its person at once',
  later: 'may have left: loses its person when decided',
} as const;

/** What was found of a person, without the person. */
export function renderFound({ leads, search_ids, beside }: FoundPerson, names: Names): string {
  const rows = leads.map((lead) => [
    ...[lead.id, lead.received_at.toISOString().slice(0, 10), lead.state],
    lead.buyers.map(names).join(', '),
    lead.is_forgotten ? 'has no person any more' : FATES[lead.fate],
  ]);
  const also = Object.entries({ searches: search_ids.length, ...beside }).map(([what, n]) => `${what} ${n}`);
  return [
    ...(rows.length === 0
      ? ['No leads.']
      : [renderTable(['LEAD', 'RECEIVED', 'STATE', 'BUYERS', 'ERASURE'], rows)]),
    `Also: ${also.join(', ')}.`,
  ].join('\n');
}

export function renderCertificate(certificate: Certificate): string {
  const {
    case: of,
    number,
    at,
    ended,
    forgotten,
    searches_forgotten,
    undecided,
    still_busy,
    kept,
  } = certificate;
  return [
    `Certificate of erasure ${number}, case ${of}, ${at.toISOString()}`,
    `Ended and never sent: ${listed(ended)}`,
    `Person removed: ${listed(forgotten)}`,
    `Searches without their person: ${searches_forgotten}`,
    ...(undecided
      ? [
          `Undecided, person removed by ${undecided.person_is_removed_by.toISOString().slice(0, 10)}: ${listed(undecided.leads)}`,
        ]
      : []),
    ...(still_busy ? [`Changing right now; the sweeper will continue with them: ${listed(still_busy)}`] : []),
    ...Object.entries(kept).map(([what, how]) => `Kept: ${what.replaceAll('_', ' ')}: ${how}`),
    ...certificate.leadkeep_tells.map(
      ({ buyer, leads }) => `Leadkeep tells the buyer ${buyer}: ${told(leads)}`,
    ),
    ...certificate.tell_these_buyers.map(
      ({ buyer, leads }) => `Tell the buyer ${buyer} by hand: ${told(leads)}`,
    ),
    ...(certificate.tell_these_buyers.length === 0
      ? []
      : ['Then mark it: leadkeep person notices, leadkeep person told NOTICE']),
  ].join('\n');
}

const told = (leads: NotifyBuyer['leads']): string =>
  leads
    .map(
      ({ lead_id, reference }) =>
        `lead ${lead_id} (${reference === undefined ? 'without a reference' : `reference ${reference}`})`,
    )
    .join(', ');

const listed = (ids: readonly string[]): string => (ids.length === 0 ? 'none' : ids.join(', '));
