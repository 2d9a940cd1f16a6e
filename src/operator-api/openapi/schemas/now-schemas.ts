import { SEVERITIES } from '../../../core/alerts/finding.js';
import { FOUND_BY } from '../../../app/find/find.js';
import { orNull, ref, text, uuid, type JsonSchema } from '../../../http/openapi/json-schema.js';
import { count, exactly, flag, listOf, maybe, time } from './parts.js';

const AMOUNT: JsonSchema = { type: 'integer', description: 'Cents of the currency' };
const RATE: JsonSchema = {
  type: ['number', 'null'],
  minimum: 0,
  maximum: 1,
  description: 'Null: of nothing',
};

export const nowSchemas: Readonly<Record<string, JsonSchema>> = {
  Now: exactly({
    as_of: time('When the oldest part of it was read: at most 5 s ago'),
    attention: listOf(
      ref('schemas', 'AttentionItem'),
      'What needs somebody, most urgent first, muted ones last',
    ),
    not_known: listOf(text(), 'Rules that could not be applied, because what they read is away'),
    zone: text('The zone of the day'),
    currency: text('ISO 4217'),
    today: ref('schemas', 'PartOfDay'),
    last_week: ref('schemas', 'PartOfDay'),
  }),
  AttentionItem: exactly({
    id: text('The same as long as it lasts'),
    rule: text(),
    severity: { type: 'string', enum: SEVERITIES },
    subject: exactly({ kind: text(), id: text(), name: text('For people; a handle where there is one') }),
    since: time(),
    count: count('How many things it is about'),
    sentence: text(),
    value: { type: 'number' },
    threshold: { type: 'number' },
    unit: { type: 'string', enum: ['ms', 'share', 'count'] },
    help: maybe('Help', 'What helps; null: the sentence says what to do'),
    taken_by: maybe('Staff'),
    note: maybe('Note'),
    mute: maybe('Mute', 'What silences it'),
  }),
  Help: {
    type: 'object',
    required: ['action'],
    properties: {
      action: text('An act or a screen of the console'),
      id: text('Of what: an offer, an affiliate, a cap, an entry of the audit log, the name of an endpoint'),
      code: text('Of a list of leads: their code'),
    },
  },
  Staff: exactly({ id: text(), name: text() }),
  Note: exactly({ text: text(), by: ref('schemas', 'Staff'), at: time() }),
  PartOfDay: exactly({
    day: { type: 'string', format: 'date' },
    from: time(),
    to: time(),
    searches: count(),
    submits: count(),
    accepted: count(),
    accept_rate: RATE,
    revenue_cents: AMOUNT,
    margin_cents: AMOUNT,
  }),
  Found: exactly({
    leads: listOf(ref('schemas', 'LeadSummary'), 'Newest first, at most 50 for each way to find them'),
    searches: listOf(ref('schemas', 'SearchSummary'), 'Empty without the permission searches:read'),
    refused_calls: listOf(ref('schemas', 'RefusedCall'), 'Empty without the permission traffic:read'),
    found_by: listOf({ type: 'string', enum: FOUND_BY }),
    has_more: flag('More leads match'),
    person: {
      type: 'string',
      enum: ['not_needed', 'looked', 'not_possible'],
      description:
        'Whether people and click ids were looked for. `not_possible`: `console` was started without IDENTITY_SECRET',
    },
  }),
  SearchSummary: exactly({
    id: uuid('svc_lead_id'),
    state: { type: 'string', enum: ['new', 'asking', 'done'] },
    is_test: flag(),
    created_at: time(),
    affiliate: ref('schemas', 'Named'),
    campaign: ref('schemas', 'Named'),
    request_id: text(),
    external_id: orNull(text("The affiliate's own id")),
  }),
  AuditLog: exactly({
    acts: listOf(ref('schemas', 'AuditAct'), 'Newest first'),
    next_before: {
      type: ['integer', 'null'],
      description: 'Where the list continues; null: these were the last',
    },
  }),
  AuditAct: exactly({
    number: count('Of its intent'),
    at: time(),
    action: text(),
    state: {
      type: 'string',
      enum: ['ended', 'open', 'missing'],
      description: '`missing`: its outcome is overdue, so nobody knows whether it was done',
    },
    who: exactly({ kind: text(), id: text(), name: orNull(text('Of a person or an operator key')) }),
    from: exactly({ kind: text(), host: text(), address: orNull(text()) }),
    on: {
      type: ['object', 'null'],
      properties: { kind: text(), ids: listOf(text()) },
      required: ['kind', 'ids'],
    },
    why: orNull(text()),
    facts: { type: 'object' },
    before: { type: ['object', 'null'] },
    after: { type: ['object', 'null'] },
    outcome: maybe('AuditOutcome'),
  }),
  AuditOutcome: exactly({
    at: time(),
    result: { type: 'string', enum: ['done', 'nothing', 'refused', 'failed', 'unknown'] },
    facts: { type: 'object' },
    after: { type: ['object', 'null'] },
  }),
};
