import { SEVERITIES } from '../../../core/alerts/finding.js';
import { HELP_ACTIONS } from '../../../core/now/help.js';
import { FOUND_BY } from '../../../app/find/find.js';
import { orNull, ref, text, uuid } from '../../../http/openapi/json-schema.js';
import {
  count,
  day,
  exactly,
  exactlyWithSome,
  flag,
  free,
  listOf,
  maybe,
  number,
  oneOf,
  SHARE,
  time,
  whole,
} from './parts.js';

const AMOUNT = whole('Cents of the currency');

export const nowSchemas = {
  Now: exactly({
    as_of: time('When the oldest figure was read: at most 5 s ago'),
    attention: listOf(
      ref('schemas', 'AttentionItem'),
      'What needs attention, most urgent first, muted items last',
    ),
    not_known: listOf(text(), "Rules that couldn't be checked, because a service they read is down"),
    timed_changes: listOf(
      ref('schemas', 'TimedChange'),
      'Temporary changes, active and upcoming, newest first',
    ),
    paused: listOf(
      exactly({ kind: oneOf(['offer', 'buyer', 'campaign']), handle: text(), name: text() }),
      'What is paused until somebody resumes it',
    ),
    zone: text('The zone of the day'),
    currency: text('ISO 4217'),
    today: ref('schemas', 'PartOfDay'),
    last_week: ref('schemas', 'PartOfDay'),
  }),
  AttentionItem: exactly({
    id: text('The same as long as it lasts'),
    rule: text(),
    severity: oneOf(SEVERITIES),
    subject: exactly({ kind: text(), id: text(), name: text('For people; a handle where there is one') }),
    since: time(),
    count: count('How many things it is about'),
    sentence: text(),
    value: number(),
    threshold: number(),
    unit: oneOf(['ms', 'share', 'count']),
    help: maybe('Help', 'What helps; null: the sentence says what to do'),
    taken_by: maybe('Staff'),
    note: maybe('Note'),
    mute: maybe('Mute', 'What silences it'),
  }),
  Help: exactlyWithSome(
    { action: oneOf(HELP_ACTIONS, 'An act or a screen of the console') },
    {
      id: text('Of what: an offer, an affiliate, a cap, an entry of the audit log, the name of an endpoint'),
      code: text('Of a list of leads: their code'),
    },
  ),
  Staff: exactly({ id: text(), name: text() }),
  Note: exactly({ text: text(), by: ref('schemas', 'Staff'), at: time() }),
  PartOfDay: exactly({
    day: day(),
    from: time(),
    to: time(),
    searches: count(),
    submits: count(),
    accepted: count(),
    accept_rate: SHARE,
    revenue_cents: AMOUNT,
    margin_cents: AMOUNT,
  }),
  Found: exactly({
    entries: listOf(
      exactly({
        kind: oneOf(['offer', 'partner', 'buyer', 'affiliate', 'campaign']),
        ...{ id: uuid(), handle: text(), name: text(), status: text() },
      }),
      'Of the active catalogue, whose name or handle contains the text; at most 20. Empty without the permission traffic:read',
    ),
    leads: listOf(ref('schemas', 'LeadSummary'), 'Newest first, at most 50 for each way to find them'),
    searches: listOf(ref('schemas', 'SearchSummary'), 'Empty without the permission searches:read'),
    refused_calls: listOf(ref('schemas', 'RefusedCall'), 'Empty without the permission traffic:read'),
    found_by: listOf(oneOf(FOUND_BY)),
    has_more: flag('More leads match'),
    person: oneOf(
      ['not_needed', 'looked', 'not_possible'],
      'Whether people and click ids were looked for. `not_possible`: `console` was started without IDENTITY_SECRET',
    ),
  }),
  SearchSummary: exactly({
    id: uuid('svc_lead_id'),
    state: oneOf(['new', 'asking', 'done']),
    is_test: flag(),
    created_at: time(),
    affiliate: ref('schemas', 'Named'),
    campaign: ref('schemas', 'Named'),
    request_id: text(),
    external_id: orNull(text("The affiliate's own id")),
  }),
  AuditLog: exactly({
    acts: listOf(ref('schemas', 'AuditAct'), 'Newest first'),
    next_before: orNull(whole('Where the list continues; null: these were the last')),
  }),
  AuditAct: exactly({
    number: count('Of its intent'),
    at: time(),
    action: text(),
    state: oneOf(
      ['ended', 'open', 'missing'],
      '`missing`: its outcome is overdue, so nobody knows whether it was done',
    ),
    who: exactly({ kind: text(), id: text(), name: orNull(text('Of a person or an operator key')) }),
    from: exactly({ kind: text(), host: text(), address: orNull(text()) }),
    on: orNull(
      exactly({
        kind: text(),
        ids: listOf(text()),
        names: listOf(orNull(text()), 'Of people and keys, in the order of the ids'),
      }),
    ),
    why: orNull(text()),
    facts: free(),
    before: orNull(free()),
    after: orNull(free()),
    outcome: maybe('AuditOutcome'),
  }),
  AuditOutcome: exactly({
    at: time(),
    result: oneOf(['done', 'nothing', 'refused', 'failed', 'unknown']),
    facts: free(),
    after: orNull(free()),
  }),
};
