import { Text, Timeline as Line } from '@mantine/core';
import type { components } from '../api/schema';
import { formatSince } from '../words/format';
import { eventWords, reasonText } from '../words/event-words';
import { nameOf } from '../words/lead-words';
import { Time } from './time';

type Entry = components['schemas']['TimelineEntry'];

interface TimelineParts {
  readonly start: string;
  readonly entries: readonly Entry[];
}

/** What happened, in order, with the time since the start. */
export function Timeline({ start, entries }: TimelineParts) {
  if (entries.length === 0) return <Text size="sm">Nothing has happened yet.</Text>;
  return (
    <Line bulletSize={11} lineWidth={2} active={entries.length} color="keep">
      {entries.map((entry, at) => (
        <Line.Item
          key={at}
          title={
            <Text size="sm" fw={550} component="span">
              {eventWords(entry.what, entry.outcome, entry.reason)}
              {entry.offer && ` · ${nameOf(entry.offer)}`}
            </Text>
          }
        >
          <Text size="xs" c="dimmed" component="div" className="foreign">
            <Time at={entry.at} /> · {formatSince(start, entry.at)}
            {reasonText(entry.reason, entry.sentence) !== '' && (
              <> · {reasonText(entry.reason, entry.sentence)}</>
            )}
          </Text>
        </Line.Item>
      ))}
    </Line>
  );
}
