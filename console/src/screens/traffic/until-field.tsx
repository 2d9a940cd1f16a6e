import { useState } from 'react';
import { Group, Select, TextInput } from '@mantine/core';
import { useZone } from '../../app/zone';
import { dayOf, formatDay } from '../../words/format';

const HOUR_MS = 3_600_000;
const LASTS: Readonly<Record<string, number>> = { '1h': HOUR_MS, '2h': 2 * HOUR_MS };
const WORDS: Readonly<Record<string, string>> = {
  'no end': 'Until resumed',
  draft: 'No end, by a draft',
  '1h': 'For 1 hour',
  '2h': 'For 2 hours',
  midnight: 'End of today',
  time: 'Pick a date and time',
};

const ZONE = 'In the time zone of the campaign, or of the buyer.';

interface Until {
  readonly choice: string;
  /** Times by the clock of the entry's zone, like `2026-12-04T17:00`. */
  readonly time: string;
  /** When it begins. Empty: now. */
  readonly from: string;
  readonly isLater: boolean;
  /** The day after the next Friday, today's too, by the reader's calendar: `2026-12-05`. */
  readonly afterFriday: string;
}

const DAY_MS = 86_400_000;
const FRIDAY = 5;

function dayAfterFriday(now: number, zone: string): string {
  const today = new Date(`${dayOf(new Date(now), zone)}T00:00:00Z`);
  const days = ((FRIDAY - today.getUTCDay() + 7) % 7) + 1;
  return new Date(today.getTime() + days * DAY_MS).toISOString().slice(0, 10);
}

/** When a change begins and ends, as somebody chooses it; `first` is chosen at first. */
export function useUntil(first: string) {
  const { zone } = useZone();
  return useState<Until>(() => ({
    ...{ choice: first, time: '', from: '', isLater: false },
    afterFriday: dayAfterFriday(Date.now(), zone),
  }));
}

export const isChosen = ({ choice, time, from, isLater }: Until): boolean =>
  (choice !== 'time' || time !== '') && (!isLater || from !== '');

/** As the service reads it. Undefined: it has no end. */
export function spanOf({
  choice,
  time,
  from,
  isLater,
  afterFriday,
}: Until): { readonly until: string; readonly from?: string } | undefined {
  const begin = isLater ? { from } : {};
  const lasts = LASTS[choice];
  // To the minute, so that it is the same when it is asked again.
  if (lasts !== undefined)
    return { until: new Date(Math.ceil(Date.now() / 60_000) * 60_000 + lasts).toISOString() };
  if (choice === 'midnight') return { until: 'midnight', ...begin };
  if (choice === 'friday') return { until: `${afterFriday}T00:00`, ...begin };
  return choice === 'time' ? { until: time, ...begin } : undefined;
}

interface FieldParts {
  readonly choices: readonly string[];
  readonly until: Until;
  readonly onUntil: (until: Until) => void;
}

/** Asks when a change begins, and when it ends by itself. */
export function UntilField({ choices, until, onUntil }: FieldParts) {
  const { choice, time, from, isLater } = until;
  const isTimed = ['midnight', 'friday', 'time'].includes(choice);
  const friday = new Date(Date.parse(`${until.afterFriday}T00:00:00Z`) - DAY_MS).toISOString();
  const label = (value: string): string =>
    value === 'friday' ? `End of Friday, ${formatDay(friday, 'UTC')}` : (WORDS[value] ?? value);
  return (
    <>
      <Group grow align="start">
        {isTimed && (
          <Select
            label="From"
            allowDeselect={false}
            data={[
              { value: 'now', label: 'Now' },
              { value: 'time', label: WORDS['time'] ?? '' },
            ]}
            value={isLater ? 'time' : 'now'}
            onChange={(when) => onUntil({ ...until, isLater: when === 'time' })}
          />
        )}
        <Select
          label="Until"
          allowDeselect={false}
          data={choices.map((value) => ({ value, label: label(value) }))}
          value={choice}
          onChange={(next) => onUntil({ ...until, choice: next ?? choice, isLater: false })}
        />
      </Group>
      {isTimed && isLater && (
        <TextInput
          label="From date and time"
          description={ZONE}
          type="datetime-local"
          required
          value={from}
          onChange={(event) => onUntil({ ...until, from: event.currentTarget.value })}
        />
      )}
      {choice === 'time' && (
        <TextInput
          label="Until date and time"
          description={ZONE}
          type="datetime-local"
          required
          value={time}
          onChange={(event) => onUntil({ ...until, time: event.currentTarget.value })}
        />
      )}
    </>
  );
}
