import type { AlertList } from '../../app/alerts/act-on-alerts.js';
import { renderTable } from './table.js';
import { formatTime } from './time.js';

/** The alerts that fire, mutes, and the channels with what they still have to be told. */
export function renderAlerts({ firing, mutes, channels }: AlertList): string {
  const alerts =
    firing.length === 0
      ? 'No alert fires.'
      : renderTable(
          ['severity', 'rule', 'subject', 'since', 'told', ''],
          firing.map(({ severity, rule, subject, since, told, muted, sentence }) => [
            ...[severity, rule, subject.name, formatTime(since)],
            ...[muted ? 'muted' : told ? formatTime(told.at) : 'no', sentence],
          ]),
        );
  const muted = renderTable(
    ['mute', 'rule', 'subject', 'until', 'by', 'why'],
    mutes.map(({ id, rule, subject, until, by, why }) => [
      ...[id, rule ?? 'all', subject ?? 'all', formatTime(until), by, why],
    ]),
  );
  const told = renderTable(
    ['channel', 'kind', 'from', 'waiting', 'given up', 'last answer'],
    channels.map(({ name, via, least, messages }) => [
      ...[name, via.kind, least, String(messages?.waiting ?? 0), String(messages?.parked ?? 0)],
      messages?.last?.detail ?? '',
    ]),
  );
  return [alerts, ...(mutes.length > 0 ? [muted] : []), ...(channels.length > 0 ? [told] : [])].join('\n\n');
}
