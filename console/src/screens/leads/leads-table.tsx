import { Checkbox } from '@mantine/core';
import { Link } from 'wouter';
import type { components } from '../../api/schema';
import { DataTable, type Column } from '../../parts/data-table';
import { LeadPill } from '../../parts/lead-pill';
import { Pill } from '../../parts/notice';
import { Time } from '../../parts/time';
import { formatCents } from '../../words/format';
import { nameOf, shortId } from '../../words/lead-words';
import { ruleShort } from '../../words/refusal-words';

export type Lead = components['schemas']['LeadSummary'];

/** The columns that are shown before somebody chooses. */
export const FIRST_COLUMNS = [
  ...['received', 'outcome', 'reason', 'offer', 'buyer', 'affiliate', 'price', 'payout', 'margin'],
];

interface Order {
  readonly isOldest: boolean;
  readonly turn: () => void;
}

/** All columns of the list. */
export const columnsFor = (currency: string, { isOldest, turn }: Order): readonly Column<Lead>[] => {
  const money = (head: string, of: (lead: Lead) => number | null): Column<Lead> => ({
    ...{ id: head.toLowerCase(), head, number: true, cell: (lead) => formatCents(of(lead), currency) },
  });
  const text = (id: string, head: string, of: (lead: Lead) => string | null): Column<Lead> => ({
    ...{ id, head, cell: (lead) => <span className="foreign">{of(lead) ?? '–'}</span> },
  });
  return [
    {
      id: 'id',
      head: 'Lead',
      cell: ({ id, is_test }) => (
        <>
          <Link href={`/leads/${id}`} className="link tabular cut">
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
    {
      id: 'received',
      head: 'Received',
      served: { desc: !isOldest, turn },
      cell: ({ received_at }) => <Time at={received_at} />,
    },
    { id: 'outcome', head: 'Outcome', cell: (lead) => <LeadPill lead={lead} /> },
    text('reason', 'Reason', ({ reason, return_reason }) =>
      reason === null ? (return_reason?.replaceAll('_', ' ') ?? null) : ruleShort(reason),
    ),
    { id: 'offer', head: 'Offer', cell: ({ offer }) => nameOf(offer) },
    { id: 'buyer', head: 'Buyer', cell: ({ buyer }) => nameOf(buyer) },
    { id: 'affiliate', head: 'Affiliate', cell: ({ affiliate }) => nameOf(affiliate) },
    { id: 'campaign', head: 'Campaign', cell: ({ campaign }) => nameOf(campaign) },
    text('program', 'Program', ({ program_id: program }) => program),
    text('state', 'US state', ({ us_state: state }) => state),
    text('subid', 'Subid', ({ subid }) => subid),
    text('reference', "Buyer's reference", ({ reference }) => reference),
    money('Price', ({ price_cents: price }) => price),
    money('Payout', ({ payout_cents: payout }) => payout),
    money('Margin', ({ margin_cents: margin }) => margin),
  ];
};

/** Leads that are checked, to act on them together. */
export interface Checking {
  readonly checked: ReadonlyMap<string, Lead>;
  readonly check: (leads: readonly Lead[], isChecked: boolean) => void;
}

/** A column that checks leads: each, or all that are shown. */
export const checkColumn = (leads: readonly Lead[], { checked, check }: Checking): Column<Lead> => {
  const isEach = leads.every(({ id }) => checked.has(id));
  return {
    id: 'check',
    head: (
      <Checkbox
        size="xs"
        aria-label="Check all leads shown"
        checked={isEach}
        indeterminate={!isEach && leads.some(({ id }) => checked.has(id))}
        onChange={() => {
          check(leads, !isEach);
        }}
      />
    ),
    cell: (lead) => (
      <Checkbox
        size="xs"
        aria-label={`Check the lead ${shortId(lead.id)}`}
        checked={checked.has(lead.id)}
        onChange={(event) => {
          check([lead], event.currentTarget.checked);
        }}
      />
    ),
  };
};

interface TableParts {
  readonly leads: readonly Lead[];
  readonly columns: readonly Column<Lead>[];
}

export const LeadsTable = ({ leads, columns }: TableParts) => (
  <DataTable
    caption="Leads"
    columns={columns}
    rows={leads}
    keyOf={({ id }) => id}
    linkOf={({ id }) => `/leads/${id}`}
  />
);
