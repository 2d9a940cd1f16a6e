import { useState } from 'react';
import { Group, Select, TagsInput, Text } from '@mantine/core';
import { useMe } from '../../app/me';
import { useZone } from '../../app/zone';
import { answerOf, api } from '../../api/client';
import { ActDialog } from '../../parts/act-dialog';
import { Notice } from '../../parts/notice';
import type { SavedView } from '../../parts/saved-views';
import { Time } from '../../parts/time';

type Mail = NonNullable<SavedView['mail']>;

const EVERY = [
  { value: 'day', label: 'Every day' },
  { value: 'week', label: 'Every week' },
  { value: 'month', label: 'Every month' },
] as const;
const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const LAST_DAY = 28;

const hourWords = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;
const dayWords = (every: Mail['every'], on: number): string =>
  every === 'week' ? (WEEKDAYS[on - 1] ?? '') : `day ${on}`;

/** `every week on Monday at 08:00 (America/Chicago)` */
const whenWords = ({ every, on, hour, zone }: Mail): string =>
  `every ${every}${on === null ? '' : ` on ${dayWords(every, on)}`} at ${hourWords(hour)} (${zone})`;

interface MailParts {
  readonly view: SavedView;
  /** Whether Leadkeep can send e-mail for the reader. */
  readonly canMail: boolean;
}

/** How a view is mailed, what came of it, and how to change that. */
export function ViewMail({ view, canMail }: MailParts) {
  const { mail } = view;
  if (!mail)
    return canMail ? (
      <ScheduleDialog view={view} />
    ) : (
      <Text size="xs" c="dimmed">
        Views can be mailed once SMTP_URL is set.
      </Text>
    );
  return (
    <>
      <Text size="sm" className="foreign">
        Mailed {whenWords(mail)} to {mail.to.join(', ')}.
        {mail.next_at !== null && (
          <>
            {' '}
            Next: <Time at={mail.next_at} />.
          </>
        )}
      </Text>
      {mail.last && (
        <Text size="xs" c="dimmed">
          <Time at={mail.last.at} />: {mail.last.detail}
        </Text>
      )}
      {mail.refused.length > 0 && (
        <Notice tone="wait" mt="xs">
          The mail server refused {mail.refused.map(({ address }) => address).join(', ')}. Nothing more is
          sent there until you save the schedule again.
        </Notice>
      )}
      {mail.stopped !== null && (
        <Notice tone="bad" mt="xs">
          Not mailed any more. {mail.stopped} To start again, save the schedule.
        </Notice>
      )}
      <Group gap="xs" mt="xs">
        {canMail && <ScheduleDialog view={view} />}
        <ActDialog
          name="Stop mailing"
          why="none"
          button={{ size: 'compact-xs' }}
          act={async () => {
            const path = { id: view.id };
            await answerOf(api.DELETE('/api/v1/operator/saved-views/{id}/mail', { params: { path } }));
            return `${view.name} isn’t mailed any more.`;
          }}
        >
          <Text size="sm">The view stays.</Text>
        </ActDialog>
      </Group>
    </>
  );
}

function ScheduleDialog({ view }: { readonly view: SavedView }) {
  const { zone: own } = useZone();
  const zone = view.mail?.zone ?? own;
  const { email } = useMe().person;
  const first = (): Pick<Mail, 'every' | 'hour' | 'to'> & { readonly on: number } => ({
    ...{ every: view.mail?.every ?? 'day', on: view.mail?.on ?? 1, hour: view.mail?.hour ?? 7 },
    to: view.mail?.to ?? (email === null ? [] : [email]),
  });
  const [chosen, setChosen] = useState(first);
  const { every, on, hour, to } = chosen;
  return (
    <ActDialog
      name={view.mail ? 'Change the schedule' : 'Mail it'}
      confirm="Save the schedule"
      why="none"
      button={{ size: 'compact-xs' }}
      isReady={to.length > 0}
      onOpen={() => setChosen(first())}
      act={async () => {
        const params = { path: { id: view.id } };
        const body = { every, hour, zone, to: [...to], ...(every !== 'day' && { on }) };
        await answerOf(api.PUT('/api/v1/operator/saved-views/{id}/mail', { params, body }));
        return `${view.name} is mailed every ${every}.`;
      }}
    >
      <Group gap="xs" grow align="flex-start">
        <Select
          label="How often"
          data={EVERY}
          value={every}
          allowDeselect={false}
          onChange={(value) => setChosen({ ...chosen, every: value ?? 'day', on: 1 })}
        />
        {every !== 'day' && (
          <Select
            label="On"
            data={Array.from({ length: every === 'week' ? WEEKDAYS.length : LAST_DAY }, (_, at) => ({
              value: String(at + 1),
              label: dayWords(every, at + 1),
            }))}
            value={String(on)}
            allowDeselect={false}
            onChange={(value) => setChosen({ ...chosen, on: Number(value) })}
          />
        )}
        <Select
          label="At"
          data={Array.from({ length: 24 }, (_, at) => ({ value: String(at), label: hourWords(at) }))}
          value={String(hour)}
          allowDeselect={false}
          onChange={(value) => setChosen({ ...chosen, hour: Number(value) })}
        />
      </Group>
      <Text size="xs" c="dimmed">
        Time zone: {zone}
      </Text>
      <TagsInput
        label="To"
        description="E-mail addresses, at most 10. The mail stops when you may no longer read reports."
        data={[]}
        maxTags={10}
        acceptValueOnBlur
        value={[...to]}
        onChange={(addresses) => setChosen({ ...chosen, to: addresses })}
      />
    </ActDialog>
  );
}
