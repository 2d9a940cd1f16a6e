import { Button, Code, Group, Modal, SegmentedControl, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { answerOf, api } from '../../api/client';
import { Answered } from '../../parts/answered';
import { DataTable, type Column } from '../../parts/data-table';
import { Pill } from '../../parts/notice';
import { Panel } from '../../parts/page';
import { PlainState } from '../../parts/states';
import { Time } from '../../parts/time';
import { counted, formatLength } from '../../words/format';
import { eventWords, leadOf, MESSAGE_STATES, type Message } from './words';

type Attempt = Message['attempts'][number];

const ATTEMPT_COLUMNS: readonly Column<Attempt>[] = [
  { id: 'at', head: 'Tried', cell: ({ at }) => <Time at={at} /> },
  {
    id: 'answer',
    head: 'Answer',
    cell: ({ ok, detail }) => (
      <>
        <Pill tone={ok ? 'good' : 'bad'}>{ok ? 'Delivered' : 'Failed'}</Pill>{' '}
        <span className="foreign">{detail}</span>
      </>
    ),
  },
  { id: 'took', head: 'Took', number: true, cell: ({ duration_ms: ms }) => formatLength(ms) },
];

/** The newest ten attempts of a message. */
function Attempts({ message: { id, attempts } }: { readonly message: Message }) {
  const [opened, { open, close }] = useDisclosure();
  const last = attempts.at(-1);
  if (!last) return <>not tried yet</>;
  return (
    <>
      <span className="foreign">{last.detail}</span>, <Time at={last.at} ago />{' '}
      <Button size="compact-xs" variant="default" onClick={open}>
        {counted(attempts.length, 'attempt')}
      </Button>
      <Modal opened={opened} onClose={close} title={<Text fw={650}>Attempts</Text>} size="lg">
        <Text size="xs" c="dimmed" mb="xs">
          Message <Code className="foreign">{id}</Code>, the newest ten, newest first
        </Text>
        <DataTable
          caption="Attempts"
          columns={ATTEMPT_COLUMNS}
          rows={attempts.toReversed()}
          keyOf={({ at }, index) => `${at} ${index}`}
        />
      </Modal>
    </>
  );
}

const COLUMNS: readonly Column<Message>[] = [
  {
    id: 'at',
    head: 'Happened',
    cell: ({ created_at: at }) => <Time at={at} />,
    sortBy: ({ created_at: at }) => at,
  },
  {
    id: 'event',
    head: 'Tells that',
    cell: ({ id, event, replay }) => {
      const lead = leadOf(id);
      return (
        <>
          {lead === undefined ? (
            eventWords(event)
          ) : (
            <Link href={`/leads/${lead}`} className="link">
              {eventWords(event)}
            </Link>
          )}{' '}
          {replay && <Pill tone="info">Replay</Pill>}
        </>
      );
    },
    sortBy: ({ event }) => eventWords(event),
  },
  {
    id: 'state',
    head: 'State',
    cell: ({ state }) => <Pill tone={MESSAGE_STATES[state][1]}>{MESSAGE_STATES[state][0]}</Pill>,
    sortBy: ({ state }) => state,
  },
  { id: 'answer', head: 'Last answer', cell: (message) => <Attempts message={message} /> },
  {
    id: 'due',
    head: 'Next try',
    cell: ({ due_at: at }) => <Time at={at} ago />,
    sortBy: ({ due_at: at }) => at,
  },
];

const CHOICES = [
  { value: '', label: 'All' },
  ...Object.entries(MESSAGE_STATES).map(([value, [label]]) => ({ value, label })),
];

/** The newest messages to an endpoint. */
export function MessagesPanel({ endpoint }: { readonly endpoint: string }) {
  const [state, setState] = useState('');
  const query = useQuery({
    queryKey: ['webhooks', endpoint, state],
    queryFn: ({ signal }) => {
      const only = state === '' ? {} : { state: state as Message['state'] };
      return answerOf(
        api.GET('/api/v1/operator/webhooks/messages', {
          params: { query: { about: endpoint, ...only } },
          signal,
        }),
      );
    },
    placeholderData: keepPreviousData,
    refetchInterval: 5_000,
  });
  return (
    <Panel
      title="Newest messages"
      flush
      actions={
        <Group gap="xs">
          <SegmentedControl
            size="xs"
            aria-label="Which messages"
            data={CHOICES}
            value={state}
            onChange={setState}
          />
        </Group>
      }
    >
      <Answered query={query}>
        {({ messages }) => (
          <DataTable
            caption="Messages"
            columns={COLUMNS}
            rows={messages}
            keyOf={({ id }) => id}
            empty={
              <PlainState title="No messages">
                {state === '' ? 'No messages in 90 days.' : 'No messages are in this state.'}
              </PlainState>
            }
          />
        )}
      </Answered>
    </Panel>
  );
}
