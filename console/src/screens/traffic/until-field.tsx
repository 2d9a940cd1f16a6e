import { useState } from 'react';
import { Group, Select, TextInput } from '@mantine/core';

const HOUR_MS = 3_600_000;
const LASTS: Readonly<Record<string, number>> = { '1h': HOUR_MS, '2h': 2 * HOUR_MS };
const WORDS: Readonly<Record<string, string>> = {
  'no end': 'Somebody resumes it',
  draft: 'No end, by a draft',
  '1h': 'In 1 hour',
  '2h': 'In 2 hours',
  midnight: 'Midnight, today only',
  time: 'A time',
};

const ZONE = 'In the time zone of the campaign, or of the buyer.';

interface Until {
  readonly choice: string;
  /** Times by the clock of the entry's zone, like `2026-12-04T17:00`. */
  readonly time: string;
  /** When it begins. Empty: now. */
  readonly from: string;
  readonly isLater: boolean;
}

/** When a change begins and ends, as somebody chooses it; `first` is chosen at first. */
export const useUntil = (first: string) =>
  useState<Until>({ choice: first, time: '', from: '', isLater: false });

export const isChosen = ({ choice, time, from, isLater }: Until): boolean =>
  (choice !== 'time' || time !== '') && (!isLater || from !== '');

/** As the service reads it. Undefined: it has no end. */
export function spanOf({
  choice,
  time,
  from,
  isLater,
}: Until): { readonly until: string; readonly from?: string } | undefined {
  const begin = isLater ? { from } : {};
  const lasts = LASTS[choice];
  // To the minute, so that it is the same when it is asked again.
  if (lasts !== undefined)
    return { until: new Date(Math.ceil(Date.now() / 60_000) * 60_000 + lasts).toISOString() };
  if (choice === 'midnight') return { until: 'midnight', ...begin };
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
  const isTimed = choice === 'midnight' || choice === 'time';
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
          data={choices.map((value) => ({ value, label: WORDS[value] ?? value }))}
          value={choice}
          onChange={(next) => onUntil({ ...until, choice: next ?? choice, isLater: false })}
        />
      </Group>
      {isTimed && isLater && (
        <TextInput
          label="It begins at"
          description={ZONE}
          type="datetime-local"
          required
          value={from}
          onChange={(event) => onUntil({ ...until, from: event.currentTarget.value })}
        />
      )}
      {choice === 'time' && (
        <TextInput
          label="Time"
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
