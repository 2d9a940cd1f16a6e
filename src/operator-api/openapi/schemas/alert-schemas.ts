import { SEVERITIES } from '../../../core/alerts/finding.js';
import { orNull, ref, text, uuid } from '../../../http/openapi/json-schema.js';
import { count, exactly, flag, listOf, maybe, number, oneOf, time } from './parts.js';

const SEVERITY = oneOf(SEVERITIES);

export const alertSchemas = {
  Alerts: exactly({
    evaluated: flag('Whether a console evaluates the alerts now'),
    firing: listOf(ref('schemas', 'Alert'), 'Newest first'),
    resolved: listOf(ref('schemas', 'Alert'), 'The newest 50'),
    mutes: listOf(ref('schemas', 'Mute'), 'Those that have not ended, the first to end first'),
    channels: listOf(ref('schemas', 'AlertChannel')),
  }),
  Alert: exactly({
    id: text('The same as that of the finding'),
    rule: text(),
    severity: SEVERITY,
    subject: exactly({ kind: text(), id: text(), name: text('For people; a handle where there is one') }),
    state: oneOf(['firing', 'resolved']),
    since: time('Since when it is so, as far as it is known'),
    fired_at: time('When the alert began'),
    resolved_at: orNull(time()),
    told_at: orNull(time('When it was told last; null: not, or it is over')),
    muted: flag(),
    count: count('How many things it is about'),
    sentence: text(),
    value: number(),
    threshold: number(),
    unit: oneOf(['ms', 'share', 'count']),
  }),
  Mute: exactly({
    id: uuid(),
    rule: orNull(text('Null: all rules')),
    subject: orNull(text('Null: all subjects')),
    up_to: orNull(oneOf(SEVERITIES, 'What gets worse than this is told again. Null: nothing is')),
    until: time(),
    why: text(),
    by: text(),
    at: time(),
  }),
  EndedMute: exactly({ id: uuid(), ended: flag() }),
  TestedChannels: exactly({ channels: listOf(text(), 'Their names') }),
  AlertChannel: exactly({
    name: text(),
    least: SEVERITY,
    kind: oneOf(['email', 'slack', 'webhook']),
    digest_at: orNull(text('When its daily digest leaves: `08:00 America/Chicago`; null: it gets none')),
    waiting: count("Messages that haven't arrived yet"),
    oldest: orNull(time('When the oldest of them was written')),
    parked: count('Messages that were given up in the last day'),
    last: maybe('ChannelAttempt', 'The newest try, if it failed'),
  }),
  ChannelAttempt: exactly({ at: time(), ok: flag(), detail: text() }),
};
