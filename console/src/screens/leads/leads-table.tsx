import { Link } from 'wouter';
import type { components } from '../../api/schema';
import { DataTable, type Column } from '../../parts/data-table';
import { LeadPill } from '../../parts/lead-pill';
import { Pill } from '../../parts/notice';
import { Time } from '../../parts/time';
import { formatCents } from '../../words/format';
import { nameOf, shortId } from '../../words/lead-words';

type Lead = components['schemas']['LeadSummary'];

const columnsFor = (currency: string): readonly Column<Lead>[] => [
  {
    id: 'id',
    head: 'Lead',
    cell: ({ id, is_test }) => (
      <>
        <Link href={`/leads/${id}`} className="link tabular">
          {shortId(id)}
        </Link>
        {is_test && (
          <>
            {' '}
            <Pill tone="plain">test</Pill>
          </>
        )}
      </>
    ),
  },
  { id: 'received', head: 'Received', cell: ({ received_at }) => <Time at={received_at} /> },
  { id: 'outcome', head: 'Outcome', cell: (lead) => <LeadPill lead={lead} /> },
  { id: 'offer', head: 'Offer', cell: ({ offer }) => nameOf(offer) },
  { id: 'buyer', head: 'Buyer', cell: ({ buyer }) => nameOf(buyer) },
  { id: 'affiliate', head: 'Affiliate', cell: ({ affiliate }) => nameOf(affiliate) },
  {
    id: 'reference',
    head: "Buyer's reference",
    cell: ({ reference }) => <span className="foreign">{reference ?? '–'}</span>,
  },
  {
    id: 'payout',
    head: 'Payout',
    number: true,
    cell: ({ payout_cents: cents }) => formatCents(cents, currency),
  },
];

interface TableParts {
  readonly leads: readonly Lead[];
  readonly currency: string;
}

export const LeadsTable = ({ leads, currency }: TableParts) => (
  <DataTable
    caption="Leads"
    columns={columnsFor(currency)}
    rows={leads}
    keyOf={({ id }) => id}
    linkOf={({ id }) => `/leads/${id}`}
  />
);
