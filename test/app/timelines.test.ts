import { expect } from 'chai';
import type { TimelineEntry } from '../../src/core/lead/timeline.js';
import { FLOWS } from '../support/steps/flows.js';
import { tell } from '../support/steps/try-every-step.js';

/** What an operator reads of the leads and searches of a flow, from when it began. */
const TIMELINES: Readonly<Record<string, readonly string[]>> = {
  'search: direct offers only': ['received', '0 s, evaluated, run 1, returned 3, partners 0, offers 3'],
  'search: with a partner that answers': [
    'received',
    '0 s, evaluated, run 1, returned 3, partners 1, offers 4',
    '0 s, partner, answered, results 1, faults ["results that name no program: 1"], duration_ms 0',
    '0 s, closed, why all answered',
  ],
  'search: with a partner that fails': [
    'received',
    '0 s, evaluated, run 1, returned 3, partners 1, offers 4',
    '0 s, partner, failed, detail a time-out, duration_ms 0',
    '0 s, closed, why all answered',
  ],
  'search: again under its id': [
    'received',
    '0 s, evaluated, run 1, returned 3, partners 1, offers 4',
    '0 s, received_again',
    '0 s, evaluated, run 2, returned 3, partners 1, offers 4',
    '0 s, partner, answered, results 0, faults [], duration_ms 0',
    '0 s, closed, why all answered',
  ],
  'form B: accepted': [
    'received',
    '0 s, sent, attempt 1',
    '0 s, answered, accepted, attempt 1, duration_ms 0, status 200',
    '0 s, decided, ACCEPTED',
  ],
  'form B: rejected': [
    'received',
    '0 s, sent, attempt 1',
    '0 s, answered, rejected, attempt 1, duration_ms 0, status 200',
    '0 s, decided, BUYER_REJECTED',
  ],
  'form B: called a duplicate by the buyer': [
    'received',
    '0 s, sent, attempt 1',
    '0 s, answered, duplicate, attempt 1, duration_ms 0, status 200',
    '0 s, decided, DUPLICATE',
  ],
  'form B: pending, then accepted': [
    'received',
    '0 s, sent, attempt 1',
    '0 s, answered, pending, attempt 1, duration_ms 0, status 200',
    '60 s, asked, accepted, duration_ms 0, status 200',
    '60 s, decided, ACCEPTED',
  ],
  'form B: pending, then rejected': [
    'received',
    '0 s, sent, attempt 1',
    '0 s, answered, pending, attempt 1, duration_ms 0, status 200',
    '60 s, asked, pending, duration_ms 0, status 200',
    '120 s, asked, rejected, duration_ms 0, status 200',
    '120 s, decided, BUYER_REJECTED',
  ],
  'form B: pending, asked long enough': [
    'received',
    '0 s, sent, attempt 1',
    '0 s, answered, pending, attempt 1, duration_ms 0, status 200',
    '60 s, asked, unknown, duration_ms 0, detail a time-out',
    '120 s, asked, pending, duration_ms 0, status 200',
    '150 s, asked, retry, duration_ms 0, status 200',
    '150 s, unknown, why asked long enough',
  ],
  'form B: retry, then accepted': [
    'received',
    '0 s, sent, attempt 1',
    '0 s, answered, retry, attempt 1, duration_ms 0, status 200',
    '1 s, sent, attempt 2',
    '1 s, answered, accepted, attempt 2, duration_ms 0, status 200',
    '1 s, decided, ACCEPTED',
  ],
  'form B: taken, and the buyer hangs up': [
    'received',
    '0 s, sent, attempt 1',
    '0 s, answered, unknown, attempt 1, duration_ms 0, detail closed without an answer',
  ],
  'form B: never sent, then failed': [
    'received',
    '0 s, sent, attempt 1',
    '0 s, answered, never_sent, attempt 1, duration_ms 0, detail ECONNREFUSED',
    '1 s, sent, attempt 2',
    '1 s, answered, never_sent, attempt 2, duration_ms 0, detail ECONNREFUSED',
    '2.5 s, sent, attempt 3',
    '2.5 s, answered, never_sent, attempt 3, duration_ms 0, detail ECONNREFUSED',
    '2.5 s, decided, DELIVERY_FAILED',
  ],
  'form B: never sent, then accepted': [
    'received',
    '0 s, sent, attempt 1',
    '0 s, answered, never_sent, attempt 1, duration_ms 0, detail ECONNREFUSED',
    '1 s, sent, attempt 2',
    '1 s, answered, never_sent, attempt 2, duration_ms 0, detail ECONNREFUSED',
    '2.5 s, sent, attempt 3',
    '2.5 s, answered, accepted, attempt 3, duration_ms 0, status 200',
    '2.5 s, decided, ACCEPTED',
  ],
  'form B: down after the first try, then accepted': [
    'received',
    '0 s, sent, attempt 1',
    '0 s, answered, never_sent, attempt 1, duration_ms 0, detail ECONNREFUSED',
    '1 s, waits, why destination_down, until "2026-11-21T17:00:05.000Z"',
    '5 s, sent, attempt 2',
    '5 s, answered, never_sent, attempt 2, duration_ms 0, detail ECONNREFUSED',
    '6.5 s, waits, why destination_down, until "2026-11-21T17:00:10.000Z"',
    '10 s, sent, attempt 3',
    '10 s, answered, accepted, attempt 3, duration_ms 0, status 200',
    '10 s, decided, ACCEPTED',
  ],
  'form B: down until the delivery window is over': [
    'received',
    '0 s, sent, attempt 1',
    '0 s, answered, never_sent, attempt 1, duration_ms 0, detail ECONNREFUSED',
    '1 s, waits, why destination_down, until "2026-11-21T17:00:05.000Z"',
    '5 s, sent, attempt 2',
    '5 s, answered, never_sent, attempt 2, duration_ms 0, detail ECONNREFUSED',
    '6.5 s, waits, why destination_down, until "2026-11-21T17:00:08.000Z"',
    '8 s, decided, DELIVERY_FAILED, why destination_down',
  ],
  'form B: lost on the way to an idempotent buyer': [
    'received',
    '0 s, sent, attempt 1',
    '0 s, answered, unknown, attempt 1, duration_ms 0, detail closed without an answer',
    '1 s, sent, attempt 2',
    '1 s, answered, unknown, attempt 2, duration_ms 0, detail a time-out',
    '2.5 s, sent, attempt 3',
    '2.5 s, answered, accepted, attempt 3, duration_ms 0, status 200',
    '2.5 s, decided, ACCEPTED',
  ],
  'form B: saved for hours, then delivered': [
    'received',
    '0 s, saved, opens_at "2026-11-23T13:00:00.000Z"',
    '158400 s, sent, attempt 1',
    '158400 s, answered, accepted, attempt 1, duration_ms 0, status 200',
    '158400 s, decided, ACCEPTED',
  ],
  'form B: refused by consent': [
    'received',
    '0 s, decided, INVALID_FIELD, check consent, why not_given, field tcpa_consent',
  ],
  'form B: refused by an unknown program': [
    'received',
    '0 s, decided, INVALID_FIELD, check program, why unknown_program, field program_id',
  ],
  'form B: refused by a question': [
    'received',
    '0 s, decided, REQUIRED_FIELD_MISSING, check questions, why answer_missing, field campus_visit',
  ],
  'form B: refused by a required field': [
    'received',
    '0 s, decided, REQUIRED_FIELD_MISSING, check required_fields, why field_missing, field personal.first_name',
  ],
  'form B: refused by eligibility': [
    'received',
    '0 s, decided, NOT_ELIGIBLE, check eligibility, why address.state, detail {"takes":"State is TX","lead":"says WI"}',
  ],
  'form B: refused by a paused offer': [
    'received',
    '0 s, decided, OFFER_UNAVAILABLE, check active, why offer_paused',
  ],
  'form B: refused by a full cap': [
    'received',
    '0 s, decided, CAP_REACHED, check caps, why day, detail {"scope":"offer","limit":0}',
  ],
  'form B: refused by a full cap of the buyer': [
    'received',
    '0 s, decided, CAP_REACHED, check caps, why day, detail {"scope":"buyer","limit":0}',
  ],
  'form B: refused by being a test': [
    'received',
    '0 s, decided, TEST_LEAD_HELD, check test_lead, why test_lead',
  ],
  'form B: the same person again': [
    'received',
    '0 s, sent, attempt 1',
    '0 s, answered, accepted, attempt 1, duration_ms 0, status 200',
    '0 s, decided, ACCEPTED',
    'received',
    '0 s, decided, DUPLICATE, check duplicate, why held, detail {"scope":"offer","window_days":30}',
  ],
  'form B: the same person again while the first is repeated, then rejected': [
    'received',
    '0 s, sent, attempt 1',
    '0 s, answered, never_sent, attempt 1, duration_ms 0, detail ECONNREFUSED',
    '1 s, sent, attempt 2',
    '1 s, answered, rejected, attempt 2, duration_ms 0, status 200',
    '1 s, decided, BUYER_REJECTED',
    'received',
    '0 s, waits, why another_lead',
    '1 s, sent, attempt 1',
    '1 s, answered, accepted, attempt 1, duration_ms 0, status 200',
    '1 s, decided, ACCEPTED',
  ],
  'form B: two persons, one place': [
    'received',
    '0 s, sent, attempt 1',
    '0 s, answered, accepted, attempt 1, duration_ms 0, status 200',
    '0 s, decided, ACCEPTED',
    'received',
    '0 s, decided, CAP_REACHED, check caps, why day, detail {"scope":"offer","limit":1}',
  ],
  'form B: two persons, one at a time and one a minute': [
    'received',
    '0 s, sent, attempt 1',
    '0 s, answered, accepted, attempt 1, duration_ms 0, status 200',
    '0 s, decided, ACCEPTED',
    'received',
    '0 s, waits, why throttled, until "2026-11-21T17:01:00.000Z"',
    '60 s, sent, attempt 1',
    '60 s, answered, accepted, attempt 1, duration_ms 0, status 200',
    '60 s, decided, ACCEPTED',
  ],
  'form B: evaluated again after a refusal': [
    'received',
    '0 s, decided, REQUIRED_FIELD_MISSING, check required_fields, why field_missing, field personal.first_name',
    '60 s, received_again',
    '60 s, sent, attempt 1',
    '60 s, answered, accepted, attempt 1, duration_ms 0, status 200',
    '60 s, decided, ACCEPTED',
  ],
  'form B: evaluated again after a failure, while the first submission still owes': [
    'received',
    '0 s, sent, attempt 1',
    '0 s, answered, never_sent, attempt 1, duration_ms 0, detail ECONNREFUSED',
    '1 s, sent, attempt 2',
    '1 s, answered, never_sent, attempt 2, duration_ms 0, detail ECONNREFUSED',
    '1 s, decided, DELIVERY_FAILED',
    '61 s, received_again',
    '61 s, sent, attempt 3',
    '61 s, answered, accepted, attempt 3, duration_ms 0, status 200',
    '61 s, decided, ACCEPTED',
  ],
  'form B: pending, and the buyer calls back: accepted': [
    'received',
    '0 s, sent, attempt 1',
    '0 s, answered, pending, attempt 1, duration_ms 0, status 200',
    '0 s, callback, accepted, detail a callback, was pending',
    '0 s, decided, ACCEPTED',
  ],
  'form B: pending, and the buyer calls back: rejected': [
    'received',
    '0 s, sent, attempt 1',
    '0 s, answered, pending, attempt 1, duration_ms 0, status 200',
    '0 s, callback, rejected, detail a callback, was pending',
    '0 s, decided, BUYER_REJECTED',
  ],
  'form B: lost, and the buyer that has it calls back': [
    'received',
    '0 s, sent, attempt 1',
    '0 s, answered, unknown, attempt 1, duration_ms 0, detail a time-out',
    '0 s, callback, accepted, detail a callback, was unknown',
    '0 s, decided, ACCEPTED',
  ],
};

const BEGAN = Date.parse('2026-11-21T17:00:00Z');
/** Ids and marks differ from run to run; the code stands twice; the other fields have a test (contract/field-errors). */
const UNSAID: readonly string[] = ['held_by', 'mark', 'code', 'type', 'others'];

const wordOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
const lineOf = ({ at, what, outcome, reason = {} }: TimelineEntry): string =>
  what === 'received'
    ? what
    : [
        `${(at.getTime() - BEGAN) / 1_000} s`,
        what,
        ...(outcome === undefined ? [] : [outcome]),
        ...Object.entries(reason)
          .filter(([name]) => !UNSAID.includes(name))
          .map(([name, value]) => `${name} ${wordOf(value)}`),
      ].join(', ');

describe('the timeline that an operator reads', () => {
  for (const flow of FLOWS) {
    const expected = TIMELINES[flow.name];
    if (expected)
      it(flow.name, async () => {
        const { world } = await tell(flow, 'one');
        const records = [...world.leads.all.values(), ...world.searches.all.values()];
        expect(records.flatMap(({ timeline }) => timeline.map(lineOf))).to.deep.equal(expected);
      });
  }

  it('is held for flows that there are', () => {
    const names = FLOWS.map(({ name }) => name);
    expect(names).to.include.members(Object.keys(TIMELINES));
  });
});
