import { Button, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { useMay } from '../../app/me';
import { answerOf, api } from '../../api/client';
import type { components } from '../../api/schema';
import { Answered } from '../../parts/answered';
import { DataTable, type Column } from '../../parts/data-table';
import { Notice, Pill, type Tone } from '../../parts/notice';
import { Page, Panel } from '../../parts/page';
import { PlainState } from '../../parts/states';
import { Time } from '../../parts/time';
import { ruleWords } from '../../words/format';
import { ChannelsPanel } from './channels';
import { MuteDialog, MuteOne, MutesPanel } from './mutes';

type Alert = components['schemas']['Alert'];

const SEVERITIES: Readonly<Record<Alert['severity'], readonly [words: string, tone: Tone]>> = {
  urgent: ['Urgent', 'bad'],
  soon: ['Soon', 'wait'],
  note: ['FYI', 'info'],
};

const columnsFor = (mayMute: boolean): readonly Column<Alert>[] => [
  {
    id: 'severity',
    head: 'Urgency',
    cell: ({ severity, muted }) => (
      <>
        <Pill tone={SEVERITIES[severity][1]}>{SEVERITIES[severity][0]}</Pill>{' '}
        {muted && <Pill tone="plain">muted</Pill>}
      </>
    ),
  },
  { id: 'what', head: 'What', cell: ({ sentence }) => <b className="foreign">{sentence}</b> },
  { id: 'rule', head: 'About', cell: ({ rule }) => ruleWords(rule) },
  { id: 'since', head: 'Since', cell: ({ since }) => <Time at={since} />, sortBy: ({ since }) => since },
  {
    id: 'told',
    head: 'Notified',
    cell: ({ told_at: at }) => (at === null ? 'nobody' : <Time at={at} ago />),
  },
  {
    id: 'acts',
    head: <span className="skip">Actions</span>,
    cell: (alert) => mayMute && !alert.muted && <MuteOne finding={alert} />,
  },
];

const RESOLVED: readonly Column<Alert>[] = [
  { id: 'what', head: 'What', cell: ({ sentence }) => <span className="foreign">{sentence}</span> },
  {
    id: 'fired',
    head: 'Started',
    cell: ({ fired_at: at }) => <Time at={at} />,
    sortBy: ({ fired_at: at }) => at,
  },
  {
    id: 'over',
    head: 'Resolved',
    cell: ({ resolved_at: at }) => <Time at={at} />,
    sortBy: ({ resolved_at: at }) => at,
  },
];

/** What fires, who is told by which channel, and what is muted. */
export default function AlertsScreen() {
  const may = useMay();
  const mayWrite = may('alerts:write');
  const query = useQuery({
    queryKey: ['alerts'],
    queryFn: ({ signal }) => answerOf(api.GET('/api/v1/operator/alerts', { signal })),
    refetchInterval: 10_000,
  });
  return (
    <Page
      title="Alerts"
      about="What’s firing now, and who gets notified."
      actions={
        <>
          {may('catalogue:read') && (
            <Button component={Link} href="/catalogue/entry/alerts" variant="default">
              {may('catalogue:draft') ? 'Change settings' : 'Settings'}
            </Button>
          )}
          {mayWrite && <MuteDialog about="everything" />}
        </>
      }
    >
      <Answered query={query}>
        {({ evaluated, firing, resolved, mutes, channels }) => (
          <Stack gap="md">
            {!evaluated && (
              <Notice tone="bad">
                No console is checking alerts right now. Another one takes over within 30 seconds.
              </Notice>
            )}
            <Panel title={firing.length === 0 ? 'Nothing is firing' : `Firing (${firing.length})`} flush>
              <DataTable
                caption="Firing alerts"
                columns={columnsFor(mayWrite)}
                rows={firing}
                keyOf={({ id }) => id}
                empty={<PlainState title="No alerts">No rule is firing.</PlainState>}
              />
            </Panel>
            <MutesPanel mutes={mutes} mayEnd={mayWrite} />
            <ChannelsPanel channels={channels} mayTest={mayWrite} />
            {resolved.length > 0 && (
              <Panel title="Resolved" flush>
                <DataTable
                  caption="Resolved alerts"
                  columns={RESOLVED}
                  rows={resolved}
                  keyOf={({ id }, at) => `${id} ${at}`}
                />
              </Panel>
            )}
          </Stack>
        )}
      </Answered>
    </Page>
  );
}
