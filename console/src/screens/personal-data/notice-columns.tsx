import { Text } from '@mantine/core';
import { Link } from 'wouter';
import { answerOf, api } from '../../api/client';
import type { components } from '../../api/schema';
import { ActDialog } from '../../parts/act-dialog';
import type { Column } from '../../parts/data-table';
import { Pill } from '../../parts/notice';
import { Time } from '../../parts/time';
import { nameOf, shortId } from '../../words/lead-words';

type BuyerNotice = components['schemas']['BuyerNotice'];

const EVENTS = { revocation: 'revoked the consent', erasure: 'is erased' } as const;

const StatePill = ({ notice: { state, told_by: by, is_test } }: { readonly notice: BuyerNotice }) => {
  if (state === 'delivered') return <Pill tone="good">{by === null ? 'told' : `told by ${by}`}</Pill>;
  if (state !== 'parked') return <Pill tone="wait">waits</Pill>;
  return is_test ? <Pill tone="wait">given up: a test lead</Pill> : <Pill tone="bad">tell it by hand</Pill>;
};

export const NOTICE_COLUMNS: readonly Column<BuyerNotice>[] = [
  {
    id: 'buyer',
    head: 'Buyer',
    cell: ({ buyer }) => <b className="foreign">{buyer === null ? 'no longer known' : nameOf(buyer)}</b>,
    sortBy: ({ buyer }) => buyer?.handle ?? null,
  },
  {
    id: 'event',
    head: 'The person',
    cell: ({ event, asked_at: at, case: of }) => (
      <>
        {EVENTS[event]}, <Time at={at} ago />
        {of !== null && (
          <Text size="xs" c="dimmed" className="foreign">
            Case {of}
          </Text>
        )}
      </>
    ),
    sortBy: ({ asked_at: at }) => at,
  },
  {
    id: 'lead',
    head: 'Known by',
    cell: ({ lead_id: id, reference }) => (
      <>
        <Link href={`/leads/${id}`} className="link tabular">
          {shortId(id)}
        </Link>
        <Text size="xs" c="dimmed" className="foreign">
          {reference === null ? 'gave no reference' : `Reference ${reference}`}
        </Text>
      </>
    ),
  },
  {
    id: 'state',
    head: 'State',
    cell: (notice) => (
      <>
        <StatePill notice={notice} />
        {notice.state !== 'delivered' && notice.last_answer !== null && (
          <Text size="xs" c="dimmed" className="foreign">
            {notice.last_answer}
          </Text>
        )}
      </>
    ),
    sortBy: ({ state }) => state,
  },
  {
    id: 'acts',
    head: <span className="skip">Actions</span>,
    cell: (notice) => notice.state !== 'delivered' && <NoticeActs notice={notice} />,
  },
];

const NoticeActs = ({ notice: { id, state, buyer } }: { readonly notice: BuyerNotice }) => (
  <>
    <ActDialog
      name="It was told"
      button={{ size: 'compact-xs' }}
      why="none"
      act={async () => {
        await answerOf(api.POST('/api/v1/operator/buyer-notices/told', { body: { id } }));
        return 'Saved. The buyer was told.';
      }}
    >
      <Text size="sm">
        Somebody told <span className="foreign">{buyer === null ? 'the buyer' : nameOf(buyer)}</span>. Your
        name and the time are kept for 400 days.
      </Text>
    </ActDialog>{' '}
    {state === 'parked' && (
      <ActDialog
        name="Send again"
        button={{ size: 'compact-xs' }}
        why="none"
        act={async () => {
          await answerOf(api.POST('/api/v1/operator/buyer-notices/again', { body: { id } }));
          return 'It is sent within seconds.';
        }}
      >
        <Text size="sm">
          Sends it to the current address in the catalogue. Without one, it comes back here.
        </Text>
      </ActDialog>
    )}
  </>
);
