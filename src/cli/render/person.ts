import type { Erased } from '../../app/person/erase-person.js';
import type { FoundLead, FoundPerson } from '../../app/person/find-person.js';
import type { Names } from '../../core/catalogue/names-of.js';
import type { Erasure } from '../../core/person/erasure.js';
import { renderTable } from './table.js';

const FATES = {
  ends: 'ends at once, never sent',
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

/** Buyers that have the person, with the leads by which they know it. */
export function buyersToTell(leads: readonly FoundLead[]): { buyer: string; leads: object[] }[] {
  const byBuyer = new Map<string, object[]>();
  for (const { id, reference, buyers } of leads)
    for (const buyer of buyers)
      byBuyer.set(buyer, [...(byBuyer.get(buyer) ?? []), { lead_id: id, ...(reference && { reference }) }]);
  return [...byBuyer].map(([buyer, of]) => ({ buyer, leads: of }));
}

/** What was done, as a certificate for the file of the case. It names nobody. */
export function certificateOf(
  erasure: Pick<Erasure, 'number' | 'case' | 'at'>,
  erased: Erased,
  { leads, beside }: FoundPerson,
  names: Names,
) {
  const { ended, forgotten, later, later_at, searches, evidence, busy } = erased;
  return {
    ...{ case: erasure.case, number: erasure.number, at: erasure.at },
    ...{ ended, forgotten, searches_forgotten: searches },
    ...(later.length > 0 && { undecided: { leads: later, person_is_removed_by: later_at } }),
    ...(busy.length > 0 && { still_busy: busy }),
    kept: {
      skeletons: 'ids, times, states, codes, amounts, the state of residence, subids',
      keyed_hashes: `identities of leads and searches, and ${beside['claims'] ?? 0} claims, until the retention removes them`,
      evidence_of_consent: evidence === 'kept' ? 'until its own term, for `consent prove` alone' : 'removed',
      suppressions: beside['suppressions'] ?? 0,
    },
    tell_these_buyers: buyersToTell(leads).map(({ buyer, leads: of }) => ({
      buyer: names(buyer),
      leads: of,
    })),
  };
}

export function renderCertificate(certificate: ReturnType<typeof certificateOf>): string {
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
    ...(still_busy ? [`Changing at this moment, the sweeper goes on with them: ${listed(still_busy)}`] : []),
    ...Object.entries(kept).map(([what, how]) => `Kept: ${what.replaceAll('_', ' ')}: ${how}`),
    ...certificate.tell_these_buyers.map(
      ({ buyer, leads }) => `Tell the buyer ${buyer}: ${JSON.stringify(leads)}`,
    ),
  ].join('\n');
}

const listed = (ids: readonly string[]): string => (ids.length === 0 ? 'none' : ids.join(', '));
