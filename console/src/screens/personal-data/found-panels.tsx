import { Stack, Text } from '@mantine/core';
import { Link } from 'wouter';
import type { components } from '../../api/schema';
import { DataTable, type Column } from '../../parts/data-table';
import { Notice } from '../../parts/notice';
import { Facts, Panel } from '../../parts/page';
import { PlainState } from '../../parts/states';
import { Time } from '../../parts/time';
import { shortId, stateWords } from '../../words/lead-words';
import { textOf } from '../../words/values';

export type Found = components['schemas']['FoundPerson'];
type Row = Found['leads'][number];

const FATES = {
  ends: 'ends right away, and is never sent',
  forgotten: 'loses its personal data right away',
  later: 'may have been sent: loses its personal data when it’s decided, after 30 days at the latest',
} as const;

const COLUMNS: readonly Column<Row>[] = [
  {
    id: 'lead',
    head: 'Lead',
    cell: ({ id }) => (
      <Link href={`/leads/${id}`} className="link tabular">
        {shortId(id)}
      </Link>
    ),
  },
  {
    id: 'received',
    head: 'Received',
    cell: ({ received_at: at }) => <Time at={at} />,
    sortBy: ({ received_at: at }) => at,
  },
  {
    id: 'state',
    head: 'Is now',
    cell: ({ state }) => stateWords(state).words,
  },
  {
    id: 'buyers',
    head: 'Buyers that have it',
    cell: ({ buyers }) => <span className="foreign">{buyers.join(', ') || 'none'}</span>,
  },
  {
    id: 'fate',
    head: 'If you erase',
    cell: ({ fate, is_forgotten: isForgotten }) => (isForgotten ? 'has no personal data left' : FATES[fate]),
  },
];

/** What is stored of a person, without the person. */
export const FoundPanels = ({ found }: { readonly found: Found }) => (
  <Stack gap="md">
    {!found.is_journaled && (
      <Notice tone="wait">
        This console has no ERASURE_JOURNAL. Restoring a backup would bring an erased person back.
      </Notice>
    )}
    <Panel title="Leads" flush>
      <DataTable
        caption="Leads of the person"
        columns={COLUMNS}
        rows={found.leads}
        keyOf={({ id }) => id}
        empty={<PlainState title="No leads">No lead has this address or number.</PlainState>}
      />
    </Panel>
    <Panel title="What else is stored">
      <Facts of={Object.entries(found.beside).map(([what, count]) => [what, textOf(count)] as const)} />
    </Panel>
    {found.buyers.length > 0 && (
      <Panel title="Buyers to tell after an erasure">
        {found.buyers.map(({ buyer, leads, has_address: hasAddress }) => (
          <Text key={buyer} size="sm">
            <b className="foreign">{buyer}</b>
            {hasAddress ? ': Leadkeep tells it' : ': you must tell it'}{' '}
            <span className="foreign">
              ({leads.map(({ lead_id: id, reference }) => reference ?? `lead ${id}`).join(', ')})
            </span>
          </Text>
        ))}
      </Panel>
    )}
  </Stack>
);
