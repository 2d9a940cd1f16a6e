import { Button, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { sentenceOf } from '../../api/api-problem';
import { answerOf, api } from '../../api/client';
import type { components } from '../../api/schema';
import { DataTable, type Column } from '../../parts/data-table';
import { Pill } from '../../parts/notice';
import { Panel } from '../../parts/page';
import { PlainState } from '../../parts/states';
import { Time } from '../../parts/time';
import { counted } from '../../words/format';

type Channel = components['schemas']['AlertChannel'];

const KINDS = { email: 'E-mail', slack: 'Slack webhook', webhook: 'Webhook' } as const;
const LEAST = { urgent: 'urgent alerts only', soon: 'urgent and soon', note: 'everything' } as const;

function TestButton({ channel }: { readonly channel: string }) {
  const testing = useMutation({
    mutationFn: () => answerOf(api.POST('/api/v1/operator/alerts/test', { body: { channel } })),
    onSuccess: () =>
      notifications.show({ message: `A test message is on its way to ${channel}.`, color: 'keep' }),
    onError: (error) => notifications.show({ message: sentenceOf(error), color: 'red.9' }),
  });
  return (
    <Button size="compact-xs" variant="default" loading={testing.isPending} onClick={() => testing.mutate()}>
      Send a test
    </Button>
  );
}

const columnsFor = (mayTest: boolean): readonly Column<Channel>[] => [
  {
    id: 'name',
    head: 'Channel',
    cell: ({ name }) => <b className="foreign">{name}</b>,
    sortBy: ({ name }) => name,
  },
  { id: 'kind', head: 'Type', cell: ({ kind }) => KINDS[kind] },
  { id: 'least', head: 'Receives', cell: ({ least }) => LEAST[least] },
  { id: 'digest', head: 'Daily digest', cell: ({ digest_at: at }) => at ?? '–' },
  {
    id: 'state',
    head: 'State',
    cell: ({ waiting, oldest, parked, last }) => (
      <>
        {waiting > 0 ? (
          <Pill tone="wait">
            {counted(waiting, 'message')} waiting since <Time at={oldest} ago />
          </Pill>
        ) : (
          <Pill tone="good">Up to date</Pill>
        )}{' '}
        {parked > 0 && <Pill tone="bad">{counted(parked, 'message')} given up today</Pill>}
        {last && (
          <Text size="xs" c="dimmed" className="foreign">
            {last.detail}, <Time at={last.at} ago />
          </Text>
        )}
      </>
    ),
  },
  {
    id: 'acts',
    head: <span className="skip">Actions</span>,
    cell: ({ name }) => mayTest && <TestButton channel={name} />,
  },
];

export const ChannelsPanel = ({
  channels,
  mayTest,
}: {
  readonly channels: readonly Channel[];
  readonly mayTest: boolean;
}) => (
  <Panel title="Channels" flush>
    <DataTable
      caption="Channels"
      columns={columnsFor(mayTest)}
      rows={channels}
      keyOf={({ name }) => name}
      empty={
        <PlainState title="Nobody is notified">
          There are no channels yet. Add an e-mail address or a webhook in the settings.
        </PlainState>
      }
    />
  </Panel>
);
