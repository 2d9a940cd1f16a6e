import { Link } from 'wouter';
import { DataTable, type Column } from '../../parts/data-table';
import { Pill } from '../../parts/notice';
import { Time } from '../../parts/time';
import { formatCents } from '../../words/format';
import { nameOf, shortId } from '../../words/lead-words';
import { ByChanges } from '../traffic/timed-changes';
import type { Search } from './search-screen';

const resultsIn = (currency: string): readonly Column<Search['results'][number]>[] => [
  { id: 'rank', head: '#', cell: ({ rank }) => rank },
  { id: 'offer', head: 'Offer', cell: ({ offer }) => nameOf(offer) },
  { id: 'type', head: 'Type', cell: ({ offer_type }) => offer_type.replaceAll('_', ' ') },
  {
    id: 'programs',
    head: 'Programs',
    cell: ({ programs }) => <span className="foreign">{programs.join(', ')}</span>,
  },
  {
    id: 'payout',
    head: 'Payout',
    number: true,
    cell: ({ payout_cents: cents, timed_changes: changes }) => (
      <>
        {formatCents(cents, currency)}
        <ByChanges changes={changes} />
      </>
    ),
  },
  {
    id: 'bid',
    head: "Partner's price",
    number: true,
    cell: ({ bid_cents: cents }) => formatCents(cents, currency),
  },
  { id: 'expires', head: 'Expires', cell: ({ expires_at }) => <Time at={expires_at} /> },
];

export const ResultsTable = ({ search }: { readonly search: Search }) => (
  <DataTable
    caption="Results"
    columns={resultsIn(search.currency)}
    rows={search.results}
    keyOf={({ id }) => id}
  />
);

const STATES: Readonly<Record<string, string>> = {
  asked: 'Was asked',
  answered: 'Answered',
  failed: 'Failed',
  late: 'Answered too late',
};

const PARTNERS: readonly Column<Search['partners'][number]>[] = [
  { id: 'offer', head: 'Partner', cell: ({ offer }) => nameOf(offer) },
  {
    id: 'state',
    head: 'Outcome',
    cell: ({ state }) => (
      <Pill tone={state === 'answered' ? 'good' : state === 'asked' ? 'wait' : 'bad'}>
        {STATES[state] ?? state}
      </Pill>
    ),
  },
  { id: 'asked', head: 'Asked', cell: ({ asked_at }) => <Time at={asked_at} /> },
  { id: 'answered', head: 'Answered', cell: ({ answered_at }) => <Time at={answered_at} /> },
  { id: 'detail', head: 'Detail', cell: ({ detail }) => <span className="foreign">{detail ?? '–'}</span> },
];

export const PartnersTable = ({ search }: { readonly search: Search }) => (
  <DataTable
    caption="Partners"
    columns={PARTNERS}
    rows={search.partners}
    keyOf={({ offer }, at) => `${offer.id} ${at}`}
  />
);

const SLOTS: readonly Column<Search['slots'][number]>[] = [
  {
    id: 'lead',
    head: 'Lead',
    cell: ({ lead_id }) => (
      <Link href={`/leads/${lead_id}`} className="link tabular">
        {shortId(lead_id)}
      </Link>
    ),
  },
  { id: 'offer', head: 'Offer', cell: ({ offer }) => nameOf(offer) },
  { id: 'state', head: 'Slot', cell: ({ state }) => (state === 'sold' ? 'Sold' : 'Reserved') },
];

export const SlotsTable = ({ search }: { readonly search: Search }) => (
  <DataTable
    caption="Leads from this search"
    columns={SLOTS}
    rows={search.slots}
    keyOf={({ lead_id }) => lead_id}
    linkOf={({ lead_id }) => `/leads/${lead_id}`}
  />
);
