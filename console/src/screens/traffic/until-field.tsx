import { useState } from 'react';
import { Select, TextInput } from '@mantine/core';

const HOUR_MS = 3_600_000;
const LASTS: Readonly<Record<string, number>> = { '1h': HOUR_MS, '2h': 2 * HOUR_MS };
const WORDS: Readonly<Record<string, string>> = {
  'no end': 'Somebody resumes it',
  '1h': 'In 1 hour',
  '2h': 'In 2 hours',
  midnight: 'Midnight of its time zone',
  time: 'A time of its time zone',
};

interface Until {
  readonly choice: string;
  /** A time by the clock of the entry's zone, like `2026-12-04T17:00`. */
  readonly time: string;
}

/** When a change ends, as somebody chooses it; `first` is chosen at first. */
export const useUntil = (first: string) => useState<Until>({ choice: first, time: '' });

export const isChosen = ({ choice, time }: Until): boolean => choice !== 'time' || time !== '';

/** As the service reads it. Undefined: it has no end. */
export function untilText({ choice, time }: Until): string | undefined {
  const lasts = LASTS[choice];
  if (lasts !== undefined) return new Date(Date.now() + lasts).toISOString();
  if (choice === 'midnight') return 'midnight';
  return choice === 'time' ? time : undefined;
}

interface FieldParts {
  readonly choices: readonly string[];
  readonly until: Until;
  readonly onUntil: (until: Until) => void;
}

/** Asks when a change ends by itself. */
export const UntilField = ({ choices, until, onUntil }: FieldParts) => (
  <>
    <Select
      label="Until"
      allowDeselect={false}
      data={choices.map((value) => ({ value, label: WORDS[value] ?? value }))}
      value={until.choice}
      onChange={(choice) => onUntil({ ...until, choice: choice ?? until.choice })}
    />
    {until.choice === 'time' && (
      <TextInput
        label="Time"
        type="datetime-local"
        required
        value={until.time}
        onChange={(event) => onUntil({ ...until, time: event.currentTarget.value })}
      />
    )}
  </>
);
