import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { Slot } from '../../src/core/search/search-record.js';
import type { Answered } from '../support/api.js';
import { testCap } from '../support/caps.js';
import { IDS, type CatalogueOverrides } from '../support/catalogue.js';
import { redactIds } from '../support/told-text.js';
import { openWorld, type World } from '../support/world.js';

const PAST = new Date(Date.now() - 1_000);
const shared = (change: NonNullable<CatalogueOverrides['offers']>[string]): CatalogueOverrides => ({
  offers: { [IDS.shared]: change },
});
const slot = (offer_type: Slot['offer_type'], state: Slot['state'] = 'sold'): Slot => ({
  lead: randomUUID(),
  submission: 1,
  offer_id: IDS.exclusive,
  offer_type,
  state,
});
const PRICE = /9999|99\.99/;

describe('contract: submit, form A, the decision codes', function () {
  let world: World;
  before(async () => {
    world = await openWorld();
  });
  after(() => world.close());
  afterEach(() => {
    world.use();
    world.buyer.answers();
  });

  interface Row {
    readonly what: string;
    readonly act: () => Promise<Answered>;
    readonly http?: number;
    readonly is: object;
  }
  const submit = async (over: object = {}): Promise<Answered> => world.submit(await world.result(), over);
  const when =
    (over: CatalogueOverrides): Row['act'] =>
    () => {
      world.use(over);
      return submit();
    };
  const buyer =
    (answer: object | string | null, status?: number): Row['act'] =>
    () => {
      world.buyer.answers(answer, status);
      return submit();
    };
  const slots =
    (taken: readonly Slot[], over?: CatalogueOverrides): Row['act'] =>
    async () => {
      world.use(over);
      return world.submit(await world.result({}, { slots: taken }));
    };
  const rejected = { status: 'rejected', source: 'service' };
  const gone = { ...rejected, code: 'OFFER_UNAVAILABLE' };

  const ROWS: readonly Row[] = [
    {
      what: 'the buyer takes it',
      act: submit,
      is: { code: 'ACCEPTED', status: 'accepted', success: true, accepted: true, payout: 20 },
    },
    {
      what: 'the buyer says that it has it',
      act: buyer({ result: 'duplicate', reason: 'Already enrolled.' }),
      is: { ...rejected, code: 'DUPLICATE', reason: 'Already enrolled - Client', source: 'buyer' },
    },
    {
      what: 'the buyer says that it has it, without words',
      act: buyer({ result: 'duplicate' }),
      is: { ...rejected, code: 'DUPLICATE', reason: 'Duplicate lead - Client', source: 'buyer' },
    },
    {
      what: 'a rule fails',
      act: when(
        shared({ eligibility: [{ field: 'address.state', when_missing: 'fail', test: { in: ['IL'] } }] }),
      ),
      is: {
        ...rejected,
        code: 'NOT_ELIGIBLE',
        reason: 'Lead is not eligible for this offer',
        field: undefined,
      },
    },
    {
      what: 'a rule is about a field that the lead lacks',
      act: when(
        shared({
          eligibility: [{ field: 'background.us_citizen', when_missing: 'fail', test: { in: ['yes'] } }],
        }),
      ),
      is: { ...rejected, code: 'NOT_ELIGIBLE' },
    },
    {
      what: 'a rule lets a missing field pass',
      act: when(
        shared({
          eligibility: [{ field: 'background.us_citizen', when_missing: 'pass', test: { in: ['yes'] } }],
        }),
      ),
      is: { code: 'ACCEPTED' },
    },
    {
      what: 'a cap is reached: what was sold before it was set counts',
      act: async () => {
        const leads = world.api.connection.collection('leads');
        const used = await leads.countDocuments({
          state: { $in: ['accepted', 'pending', 'saved', 'unknown'] },
        });
        const cap = testCap({ id: 'cap-row', window: 'total', limit: used + 1 });
        world.use(shared({ caps: [cap] }));
        expect((await submit()).body.code).to.equal('ACCEPTED');
        return submit();
      },
      is: { ...rejected, code: 'CAP_REACHED', reason: 'Cap reached' },
    },
    {
      what: 'the search has had its accepted submissions, reserved and pending ones counted',
      act: slots([slot('shared'), slot('shared', 'reserved')], { campaign: { max_accepted_submissions: 2 } }),
      is: { ...rejected, code: 'CAP_REACHED', reason: 'Limit of accepted submissions reached' },
    },
    {
      what: 'the buyer rejects it',
      act: buyer({ result: 'rejected', reason: 'Area is closed.' }),
      is: { ...rejected, code: 'BUYER_REJECTED', reason: 'Area is closed - Client', source: 'buyer' },
    },
    {
      what: 'the buyer rejects it with words that are not for affiliates',
      act: buyer({
        result: 'rejected',
        reason: 'Bid of $99.99 for ann@example.com (608 555 0142) is too low.',
      }),
      is: { code: 'BUYER_REJECTED', reason: 'Bid of for is too low - Client' },
    },
    {
      what: 'the buyer rejects it with words of which nothing is left',
      act: buyer({ result: 'rejected', reason: '$99.99' }),
      is: { code: 'BUYER_REJECTED', reason: 'Lead was rejected - Client' },
    },
    {
      what: 'the buyer rejects it at length',
      act: buyer({ result: 'rejected', reason: 'x'.repeat(500) }),
      is: { code: 'BUYER_REJECTED', reason: `X${'x'.repeat(199)} - Client` },
    },
    {
      what: 'svc_is_test_lead',
      act: () => submit({ svc_is_test_lead: true }),
      is: { code: 'TEST_LEAD_HELD', status: 'held', success: true, reason: 'Test lead held' },
    },
    {
      what: 'a result of a test search, whatever the submit says',
      act: async () => world.submit(await world.result({}, { is_test: true }), { svc_is_test_lead: false }),
      is: { code: 'TEST_LEAD_HELD', status: 'held' },
    },
    {
      what: 'a test key, whatever the submit says',
      act: async () => {
        const key = await world.api.issueKey({ is_test: true });
        // Of a search of its own: a test key sees test records alone (ADR 31).
        return world.submit(await world.result({}, { is_test: true }), { svc_is_test_lead: false }, { key });
      },
      is: { code: 'TEST_LEAD_HELD', status: 'held' },
    },
    {
      what: 'the buyer says "later"',
      act: buyer({ result: 'pending', reference: 'r' }, 202),
      is: { code: 'PENDING', status: 'pending', success: true, reason: 'Buyer has not decided yet' },
    },
    {
      what: 'the buyer answers nonsense: the outcome is unknown',
      act: buyer('<html>'),
      is: { code: 'PENDING', status: 'pending', success: true },
    },
    {
      what: 'the buyer drops the line: the outcome is unknown',
      act: buyer(null),
      is: { code: 'PENDING', status: 'pending', success: true },
    },
    {
      what: 'a 503 that no rule reads: the outcome is unknown',
      act: buyer('busy', 503),
      is: { code: 'PENDING', status: 'pending', success: true },
    },
    {
      what: 'the buyer is closed',
      act: when({
        buyer: {
          delivery_hours: [{ days: [1, 2, 3, 4, 5, 6, 7], from: 0, to: 1 }],
          time_zone: zoneNotAtMidnight(),
        },
      }),
      is: { code: 'PENDING', status: 'saved', success: true, reason: "Saved until the buyer's hours" },
    },
    {
      what: 'the result has expired',
      act: async () => world.submit(await world.result({ expires_at: PAST })),
      is: { ...gone, reason: 'Result has expired' },
    },
    {
      what: 'the offer is paused',
      act: when(shared({ status: 'paused' })),
      is: { ...gone, reason: 'Offer is not active' },
    },
    {
      what: 'the offer is retired',
      act: when({ ...shared({ status: 'retired' }), lines: { [IDS.shared]: null } }),
      is: { ...gone, reason: 'Offer is no longer available' },
    },
    {
      what: 'the offer is taken off the campaign',
      act: when({ lines: { [IDS.shared]: null } }),
      is: { ...gone, reason: 'Offer is no longer on the campaign' },
    },
    {
      what: 'the buyer is paused',
      act: when({ buyer: { status: 'paused' } }),
      is: { ...gone, reason: 'Offer is not active' },
    },
    {
      what: 'the campaign is inactive',
      act: when({ campaign: { status: 'inactive' } }),
      is: { ...gone, reason: 'Campaign is not active' },
    },
    {
      what: 'the campaign is retired',
      act: when({ campaign: { status: 'retired' } }),
      is: { ...gone, reason: 'Campaign is no longer available' },
    },
    {
      what: 'a true_exclusive offer was sold from the search',
      act: slots([slot('true_exclusive')]),
      is: { ...gone, reason: 'Offer cannot be sold beside another accepted offer' },
    },
    {
      what: 'a true_exclusive offer is on its way from the search',
      act: slots([slot('true_exclusive', 'reserved')]),
      is: gone,
    },
    {
      what: 'shared and exclusive ones were sold',
      act: slots([slot('shared'), slot('exclusive')]),
      is: { code: 'ACCEPTED' },
    },
    {
      what: 'exclusive beside exclusive',
      act: slots([slot('exclusive')], shared({ offer_type: 'exclusive' })),
      is: gone,
    },
    {
      what: 'true_exclusive beside shared',
      act: slots([slot('shared')], shared({ offer_type: 'true_exclusive' })),
      is: gone,
    },
    {
      what: 'the buyer was never reached until its window was over',
      act: when(shared({ delivery: { url: 'http://127.0.0.1:1/leads', window_ms: 0 } as never })),
      is: { code: 'DELIVERY_FAILED', status: 'failed', success: false, source: 'service' },
    },
    {
      what: 'the buyer said "retry" until its window was over',
      act: () => {
        world.buyer.answers({ result: 'retry' }, 503);
        return when(shared({ delivery: { window_ms: 0 } as never }))();
      },
      is: { code: 'DELIVERY_FAILED', status: 'failed' },
    },
  ];
  for (const { what, act, http = 200, is } of ROWS)
    it(`${what} → ${'code' in is ? String(is.code) : 'ACCEPTED'}`, async () => {
      const answer = await act();
      expect(answer.status, answer.text).to.equal(http);
      const { body } = answer;
      for (const [reservationId, value] of Object.entries(is))
        expect(body[reservationId], reservationId).to.deep.equal(value);
      const accepted = body.code === 'ACCEPTED';
      expect(body).to.deep.include({ accepted, retryable: false, disposition: {} });
      if (!accepted) expect(body['payout']).to.equal(0);
      expect(body['message']).to.match(/^[A-Z].*\.$/);
      expect(redactIds(answer.text)).to.not.match(PRICE);
      expect((await world.lead(answer)).id, 'a lead of its own').to.equal(body.svc_lead_id);
    });
});

/** A zone in which it is now far from midnight, so that a buyer open 00:00–00:01 is closed. */
function zoneNotAtMidnight(): string {
  const hour = new Date().getUTCHours();
  return hour >= 6 && hour < 18 ? 'UTC' : 'Asia/Tokyo';
}
