import { useState } from 'react';
import { Checkbox, NumberInput, Select, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMay } from '../../app/me';
import { answerOf, api } from '../../api/client';
import type { components } from '../../api/schema';
import { Link } from 'wouter';
import { ActDialog } from '../../parts/act-dialog';
import { Answered } from '../../parts/answered';
import { ApiAccess } from '../../parts/api-access';
import { DataTable, type Column } from '../../parts/data-table';
import { Pill } from '../../parts/notice';
import { Panel } from '../../parts/page';
import { PlainState } from '../../parts/states';
import { Time } from '../../parts/time';
import { nameOf } from '../../words/lead-words';
import { useEntries } from '../../parts/use-entries';
import { KeyActs, KeyStatePill, NewKey } from './key-parts';

type Key = components['schemas']['Key'];

type Issued = components['schemas']['IssuedKey'];

const AFFILIATE: Column<Key> = {
  id: 'affiliate',
  head: 'Affiliate',
  cell: ({ affiliate }) => nameOf(affiliate),
  sortBy: ({ affiliate }) => nameOf(affiliate),
};

interface ColumnsOf {
  /** Of all affiliates. */
  readonly isOfAll: boolean;
  readonly mayWrite: boolean;
  readonly onKey: (issued: Issued) => void;
}

const columnsFor = ({ isOfAll, mayWrite, onKey }: ColumnsOf): readonly Column<Key>[] => [
  { id: 'prefix', head: 'Starts with', cell: ({ prefix }) => <span className="tabular">{prefix}…</span> },
  ...(isOfAll ? [AFFILIATE] : []),
  { id: 'state', head: 'State', cell: (key) => <KeyStatePill of={key} />, sortBy: ({ state }) => state },
  {
    id: 'test',
    head: 'For',
    cell: ({ is_test: isTest }) => (isTest ? <Pill tone="info">Tests only</Pill> : 'Leads'),
  },
  { id: 'may', head: 'May', cell: ({ operations }) => operations.join(', ') },
  {
    id: 'made',
    head: 'Issued',
    cell: ({ created_at: at }) => <Time at={at} />,
    sortBy: ({ created_at: at }) => at,
  },
  {
    id: 'used',
    head: 'Last used',
    // It is known to the hour.
    cell: ({ used_at: at }) => (at === null ? 'never' : <Time at={at} ago />),
    sortBy: ({ used_at: at }) => at,
  },
  {
    id: 'acts',
    head: <span className="skip">Actions</span>,
    cell: ({ prefix, state }) =>
      mayWrite &&
      state === 'valid' && (
        <KeyActs
          prefix={prefix}
          rotate={async (overlap_hours) => {
            const path = { prefix };
            const answer = await answerOf(
              api.POST('/api/v1/operator/keys/{prefix}/rotate', {
                params: { path },
                body: { overlap_hours },
              }),
            );
            onKey(answer);
          }}
          revoke={async () => {
            const answer = await answerOf(
              api.DELETE('/api/v1/operator/keys/{prefix}', { params: { path: { prefix } } }),
            );
            return answer.sentence;
          }}
        />
      ),
  },
];

/** An affiliate whose keys are shown. */
interface Owner {
  readonly id: string;
  readonly handle: string | null;
}

/** The keys of all affiliates, or of one. */
export function AffiliateKeys({ affiliate: owner }: { readonly affiliate?: Owner }) {
  const mayWrite = useMay()('keys:write');
  const [newKey, setNewKey] = useState<Issued>();
  const query = useQuery({
    queryKey: ['keys'],
    queryFn: ({ signal }) => answerOf(api.GET('/api/v1/operator/keys', { signal })),
  });
  return (
    <>
      <Panel
        flush
        title={owner && 'Keys'}
        actions={
          mayWrite ? <IssueKey onKey={setNewKey} {...(owner?.handle && { of: owner.handle })} /> : undefined
        }
      >
        <Answered query={query}>
          {({ keys }) => (
            <DataTable
              caption="Keys of affiliates"
              columns={columnsFor({ isOfAll: owner === undefined, mayWrite, onKey: setNewKey })}
              rows={keys.filter(({ affiliate }) => !owner || affiliate.id === owner.id).toReversed()}
              keyOf={({ id }) => id}
              empty={<PlainState title="No keys yet">An affiliate needs one to call Leadkeep.</PlainState>}
            />
          )}
        </Answered>
      </Panel>
      <NewKey value={newKey?.key} onClose={() => setNewKey(undefined)}>
        {newKey && <KeyUse of={newKey} />}
      </NewKey>
    </>
  );
}

/** Where the affiliate calls with its new key, and what it reads next. */
function KeyUse({ of: { key, base_url: base, issued } }: { readonly of: Issued }) {
  const may = useMay();
  const { data } = useQuery({
    queryKey: ['campaigns', 7],
    queryFn: ({ signal }) =>
      answerOf(api.GET('/api/v1/operator/campaigns', { params: { query: { days: 7 } }, signal })),
    enabled: may('traffic:read') && may('catalogue:read'),
  });
  const own = data?.campaigns.filter(({ affiliate }) => affiliate.id === issued.affiliate.id) ?? [];
  return (
    <>
      <ApiAccess
        base={base}
        apiKey={key}
        call={own[0] && { path: `/api/v1/engine/campaigns/${own[0].id}` }}
      />
      {own.length > 0 && (
        <Text size="sm">
          Next: the posting specification of{' '}
          {own.map((campaign, at) => (
            <span key={campaign.id}>
              {at > 0 && ', '}
              <Link href={`/campaigns/${campaign.handle ?? campaign.id}`} className="link">
                {nameOf(campaign)}
              </Link>
            </span>
          ))}
        </Text>
      )}
    </>
  );
}

interface IssueParts {
  readonly onKey: (issued: Issued) => void;
  /** The handle of the affiliate that it is for. Absent: it is chosen. */
  readonly of?: string;
}

function IssueKey({ onKey, of = '' }: IssueParts) {
  const [affiliate, setAffiliate] = useState(of);
  const [isTest, setIsTest] = useState(false);
  const [days, setDays] = useState<number | string>('');
  const affiliates = useEntries('affiliate').inUse;
  return (
    <ActDialog
      name="Issue a key"
      button={{ variant: 'filled' }}
      why="none"
      isReady={affiliate !== ''}
      act={async () => {
        const lifetime = days === '' ? {} : { expires_in_days: Number(days) };
        const issued = await answerOf(
          api.POST('/api/v1/operator/keys', { body: { affiliate, is_test: isTest, ...lifetime } }),
        );
        onKey(issued);
        return 'Key issued.';
      }}
    >
      {affiliates.length > 0 ? (
        <Select
          label="Affiliate"
          required
          searchable
          data={affiliates}
          value={affiliate}
          onChange={(value) => setAffiliate(value ?? '')}
        />
      ) : (
        <TextInput
          label="Affiliate"
          description="Its handle in the catalogue"
          required
          value={affiliate}
          onChange={(event) => setAffiliate(event.currentTarget.value)}
        />
      )}
      <Checkbox
        label="For tests only: all its leads are test leads, which are never sold"
        checked={isTest}
        onChange={(event) => setIsTest(event.currentTarget.checked)}
      />
      <NumberInput
        label="Valid for, in days"
        description="Leave empty for no end date"
        min={1}
        max={3_650}
        value={days}
        onChange={setDays}
      />
    </ActDialog>
  );
}
