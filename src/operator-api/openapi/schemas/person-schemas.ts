import { orNull, ref, text, uuid } from '../../../http/openapi/json-schema.js';
import { count, exactly, flag, free, listOf, maybe, oneOf, time } from './parts.js';

const EVENT = oneOf(['revocation', 'erasure']);
const toldLeads = listOf(
  exactly({
    lead_id: uuid(),
    reference: orNull(text('The buyer’s own reference')),
  }),
  'By which the buyer knows the person',
);
const tellBuyer = { buyer: text('A handle'), leads: toldLeads };

export const personSchemas = {
  FoundPerson: exactly({
    leads: listOf(
      exactly({
        ...{
          id: uuid(),
          received_at: time(),
          state: text(),
          is_forgotten: flag('Its person was removed before'),
        },
        fate: oneOf(['ends', 'forgotten', 'later'], 'What an erasure does'),
        reference: orNull(text()),
        buyers: listOf(text(), 'That have it, or may have it'),
      }),
    ),
    beside: free('How many of what else is stored'),
    buyers: listOf(exactly({ ...tellBuyer, has_address: flag('Leadkeep tells it of an erasure') })),
    is_journaled: flag(
      'False: `console` has no ERASURE_JOURNAL, so a restored backup brings the person back',
    ),
  }),
  ExportedPerson: free(
    'All that is stored: leads, searches, consents, requests and answers, answers of verification services, what others were told, suppressions, and the names of the entries of the catalogue that they name by id',
  ),
  Certificate: exactly({
    ...{ case: text(), number: count(), at: time() },
    ended: listOf(uuid(), 'Leads that were never sent'),
    forgotten: listOf(uuid(), 'Leads that lost their person'),
    searches_forgotten: count(),
    undecided: orNull(exactly({ leads: listOf(uuid()), person_is_removed_by: time() })),
    still_busy: listOf(uuid(), 'The sweeper goes on with them'),
    kept: free('What is kept, and for how long'),
    leadkeep_tells: listOf(exactly(tellBuyer)),
    tell_these_buyers: listOf(exactly(tellBuyer), 'By hand'),
    is_journaled: flag(),
  }),
  BuyerNotices: exactly({
    by_hand: count('How many must be told by hand'),
    oldest: orNull(time('When the first of these persons asked')),
    notices: listOf(ref('schemas', 'BuyerNotice')),
  }),
  BuyerNotice: exactly({
    ...{ id: text(), event: EVENT, lead_id: uuid(), buyer: maybe('Named') },
    state: oneOf(['waiting', 'parked', 'delivered'], '`parked`: by hand'),
    ...{ created_at: time(), asked_at: time(), is_test: flag() },
    reference: orNull(text('The buyer’s own reference')),
    case: orNull(text()),
    ...{ due_at: orNull(time()), ended_at: orNull(time()), last_answer: orNull(text()) },
    told_by: orNull(text('Who told the buyer by hand')),
  }),
  NoticeDone: exactly({ id: text() }),
  ConsentProofs: exactly({ proofs: listOf(ref('schemas', 'ConsentProof')) }),
  ConsentProof: exactly({
    ...{ id: text(), kept_at: time(), evidence: free('What the person agreed to, when, and who got it') },
    ...{ salt: text(), text: text('What the digest is of'), digest: text() },
    standing: oneOf(['unchanged', 'late', 'not_headed', 'broken']),
    facts: listOf(exactly({ name: text(), value: text() }), 'The evidence in words'),
    sentence: text('How far the proof reaches, in words'),
    fault: orNull(text()),
    head: orNull(exactly({ day: text(), prev: text(), root: text(), hash: text() })),
    path: listOf(text(), 'The nodes from the digest to the root of the head'),
  }),
  Retention: exactly({
    classes: listOf(
      exactly({
        ...{ name: text(), sentence: text(), term_ms: count() },
        due: count(
          'What is due now, counted up to 10,000 in each collection: from 10,000 on, there may be more',
        ),
        next_due_at: orNull(time()),
      }),
    ),
  }),
};
