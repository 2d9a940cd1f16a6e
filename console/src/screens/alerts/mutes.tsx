import { useState } from 'react';
import { Select, Text } from '@mantine/core';
import { answerOf, api } from '../../api/client';
import type { components } from '../../api/schema';
import { ActDialog } from '../../parts/act-dialog';
import { DataTable, type Column } from '../../parts/data-table';
import { Panel } from '../../parts/page';
import { Time } from '../../parts/time';
import { ruleWords } from '../../words/format';

type Mute = components['schemas']['Mute'];

const HOUR_MS = 3_600_000;
const LENGTHS = [
  { value: '1', label: 'An hour' },
  { value: '4', label: 'Four hours' },
  { value: '24', label: 'A day' },
  { value: '168', label: 'A week' },
  { value: '720', label: 'Thirty days' },
];

interface DialogParts {
  readonly rule?: string;
  readonly subject?: string;
  /** What gets worse than this is told again. */
  readonly upTo?: Mute['up_to'];
  readonly about: string;
}

/** Tells channels nothing for a while. */
export function MuteDialog({ rule, subject, upTo = null, about }: DialogParts) {
  const [hours, setHours] = useState('4');
  return (
    <ActDialog
      name={rule === undefined ? 'Mute everything' : 'Mute'}
      button={{ size: rule === undefined ? 'sm' : 'compact-xs' }}
      confirm="Mute"
      act={async (why) => {
        const until = new Date(Date.now() + Number(hours) * HOUR_MS).toISOString();
        const what = { ...(rule !== undefined && { rule }), ...(subject !== undefined && { subject }) };
        const body = { ...what, ...(upTo !== null && { up_to: upTo }), until, why };
        await answerOf(api.POST('/api/v1/operator/alerts/mutes', { body }));
        return `Muted: ${about}.`;
      }}
    >
      <Text size="sm">
        Channels won’t be notified about {about}. It stays on Alerts, and at the bottom of Now. Channels are
        notified when the mute ends, if it is still firing
        {upTo !== null && ', and right away if it gets worse'}.
      </Text>
      <Select
        label="For"
        data={LENGTHS}
        value={hours}
        allowDeselect={false}
        onChange={(value) => setHours(value ?? '4')}
      />
    </ActDialog>
  );
}

/** Mutes one finding, until it gets worse. */
export const MuteOne = ({
  finding: { rule, subject, severity },
}: {
  readonly finding: Pick<components['schemas']['Alert'], 'rule' | 'subject' | 'severity'>;
}) => (
  <MuteDialog
    rule={rule}
    subject={subject.id}
    upTo={severity}
    about={`${ruleWords(rule)}, ${subject.name}`}
  />
);

/** Ends a mute before its time. */
export const EndMute = ({ id }: { readonly id: string }) => (
  <ActDialog
    name="End"
    button={{ size: 'compact-xs' }}
    why="none"
    confirm="End the mute"
    act={async () => {
      await answerOf(api.DELETE('/api/v1/operator/alerts/mutes/{id}', { params: { path: { id } } }));
      return 'The mute has ended.';
    }}
  >
    <Text size="sm">Channels are notified of what is still firing within 15 seconds.</Text>
  </ActDialog>
);

const columnsFor = (mayEnd: boolean): readonly Column<Mute>[] => [
  { id: 'rule', head: 'Rule', cell: ({ rule }) => (rule === null ? 'all rules' : ruleWords(rule)) },
  {
    id: 'subject',
    head: 'Subject',
    cell: ({ subject }) => <span className="foreign">{subject ?? 'everything'}</span>,
  },
  { id: 'until', head: 'Until', cell: ({ until }) => <Time at={until} />, sortBy: ({ until }) => until },
  { id: 'why', head: 'Why', cell: ({ why }) => <span className="foreign">{why}</span> },
  {
    id: 'by',
    head: 'By',
    cell: ({ by, at }) => (
      <span className="foreign">
        {by}, <Time at={at} ago />
      </span>
    ),
  },
  {
    id: 'acts',
    head: <span className="skip">Actions</span>,
    cell: ({ id }) => mayEnd && <EndMute id={id} />,
  },
];

export const MutesPanel = ({
  mutes,
  mayEnd,
}: {
  readonly mutes: readonly Mute[];
  readonly mayEnd: boolean;
}) =>
  mutes.length === 0 ? null : (
    <Panel title="Muted" flush>
      <DataTable caption="Mutes" columns={columnsFor(mayEnd)} rows={mutes} keyOf={({ id }) => id} />
    </Panel>
  );
