import { expect } from 'chai';
import type { Catalogue, Delivery } from '../../../src/core/catalogue/types.js';
import type { DeliveryResult } from '../../../src/core/delivery/delivery-result.js';
import type { LeadRecord } from '../../../src/core/lead/lead-record.js';
import { runSubmit } from '../../../src/app/submit/run.js';
import { IDS, testCatalogue } from '../../support/catalogue.js';
import { fakeWork } from '../../support/fakes/fake-work.js';
import { testLead, testSearch } from '../../support/records.js';
import { someTerms } from '../../core/builders.js';
import { effectsOf } from '../../../src/core/lead/pending-effect.js';

const HOUR = 3_600_000;
const B = 'b0000000-0000-4000-8000-00000000000b';
const UNKNOWN: DeliveryResult = { kind: 'unknown', detail: 'a time-out' };
const LATER: DeliveryResult = {
  kind: 'answered',
  status: 202,
  answer: { outcome: 'pending', reference: 'r' },
};
const AGAIN: DeliveryResult = { kind: 'answered', status: 429, answer: { outcome: 'retry' } };
const OTHER_BUYER = 'its offer has another buyer now';
const OTHER_ADDRESS = 'its buyer has another address now';
const { delivery } = testCatalogue().offers.get(IDS.shared)!;
const follow_up = { url: 'https://status.example/leads/${reference}', every_ms: HOUR, for_ms: 9 * HOUR };

const offering = (over: Partial<Delivery>, buyer: string = IDS.buyer): Catalogue =>
  testCatalogue({ buyer: { id: buyer }, offers: { [IDS.shared]: { delivery: { ...delivery, ...over } } } });

/** Ann's lead, whose first attempt meets `first` under one catalogue; `move` puts another one in force. */
async function sentUnder(catalogue: Catalogue, first: DeliveryResult) {
  const work = fakeWork(catalogue);
  let current = catalogue;
  work.ports.catalogue = { current: () => current };
  const asked: string[] = [];
  work.ports.destinations = {
    ...work.ports.destinations,
    followUp(offer) {
      asked.push(offer.buyer.id);
      return Promise.resolve({ kind: 'answered', status: 200, answer: { outcome: 'rejected' } });
    },
  };
  const lead = testLead();
  await work.leads.insert(lead);
  const run = () => runSubmit(work.ports, { lead_id: lead.id, submission: 1, request_id: 'r' });
  work.answers.deliver.push(first);
  await run();
  const now = (): LeadRecord => work.leads.all.get(lead.id)!;
  /** At the time at which it is looked at next. */
  const runLater = async (): Promise<void> => {
    work.pass(now().due_at!.getTime() - work.ports.clock().getTime());
    await run();
  };
  const move = (next: Catalogue): void => void (current = next);
  const told = () => now().timeline.at(-1)?.reason?.['why'];
  const held = async () => (await work.claims.owners(['key-email-ann'])).length;
  return { ...work, now, runLater, move, told, held, asked };
}

describe('a lead whose offer went to another buyer', () => {
  it('remembers whom it was sent to: the buyer and the origins, nothing that is secret', async () => {
    const url = 'https://user:pass@leads.example:8443/path/token?key=1';
    const { now } = await sentUnder(offering({ url, follow_up, headers: { key: 'x' } }), LATER);
    expect(now().attempts[0]?.sent_to).to.deep.equal({
      buyer_id: IDS.buyer,
      delivery_origin: 'https://leads.example:8443',
      status_origin: 'https://status.example',
    });
  });

  it('is not sent to the new one while the former may have it: unknown, and its timeline says why', async () => {
    const work = await sentUnder(offering({ idempotent: true }), UNKNOWN);
    work.move(offering({ idempotent: true }, B));
    await work.runLater();
    expect(work.now()).to.include({ state: 'unknown' });
    expect(effectsOf(work.now(), 'reservations')).to.deep.equal([]);
    expect([work.sent.length, work.told(), await work.held()]).to.deep.equal([1, OTHER_BUYER, 1]);
  });

  it('is not sent to another address of its buyer either', async () => {
    const work = await sentUnder(offering({ idempotent: true }), UNKNOWN);
    work.move(offering({ idempotent: true, url: 'https://new.example/leads' }));
    await work.runLater();
    expect([work.now().state, work.sent.length, work.told()]).to.deep.equal(['unknown', 1, OTHER_ADDRESS]);
  });

  it('is repeated where it was, by the rules of now', async () => {
    const work = await sentUnder(offering({ idempotent: true }), UNKNOWN);
    work.move(offering({ idempotent: true, url: 'http://127.0.0.1:1/v2/leads', headers: { v: '2' } }));
    await work.runLater();
    expect([work.now().state, work.sent.length]).to.deep.equal(['accepted', 2]);
  });

  it('is not asked about at the new one, whose "rejected" would free its claims', async () => {
    const work = await sentUnder(offering({ follow_up }), LATER);
    work.move(offering({ follow_up }, B));
    await work.runLater();
    expect([work.asked, work.now().state, work.told()]).to.deep.equal([[], 'unknown', OTHER_BUYER]);
    expect(await work.held()).to.equal(1);
  });

  for (const [what, next, why] of [
    [
      'another address for asking',
      offering({ follow_up: { ...follow_up, url: 'https://b.example/x' } }),
      OTHER_ADDRESS,
    ],
    [
      'another path of the same',
      offering({ follow_up: { ...follow_up, url: 'https://status.example/v2' } }),
      undefined,
    ],
    ['another address for leads alone', offering({ follow_up, url: 'https://new.example/leads' }), undefined],
  ] as const)
    it(`of the same buyer, with ${what}: ${why ?? 'asked'}`, async () => {
      const work = await sentUnder(offering({ follow_up }), LATER);
      work.move(next);
      await work.runLater();
      const expected = why === undefined ? ['rejected', 1] : ['unknown', 0];
      expect([work.now().state, work.asked.length]).to.deep.equal(expected);
      if (why !== undefined) expect(work.told()).to.equal(why);
    });

  it('is asked about at an address that its buyer got since', async () => {
    const work = await sentUnder(offering({}), LATER);
    work.move(offering({ follow_up }));
    await work.runLater();
    expect([work.now().state, work.asked]).to.deep.equal(['rejected', [IDS.buyer]]);
  });

  it('is sent to the new one when the former asked to try again', async () => {
    const work = await sentUnder(offering({}), AGAIN);
    work.move(offering({}, B));
    await work.runLater();
    expect(work.now().attempts.map(({ sent_to }) => sent_to?.buyer_id)).to.deep.equal([IDS.buyer, B]);
    expect(work.now().state).to.equal('accepted');
  });

  it('never heard of its request: not repeated at the new one', async () => {
    const work = await sentUnder(offering({ idempotent: true }), UNKNOWN);
    const [one] = work.now().attempts;
    const open = { ...work.now(), state: 'sending', attempts: [{ ...one!, outcome: 'open' }] } as const;
    work.leads.all.set(open.id, { ...open, due_at: work.ports.clock() });
    work.move(offering({ idempotent: true }, B));
    await work.runLater();
    if (work.now().due_at) await work.runLater();
    expect([work.now().state, work.sent.length, work.told()]).to.deep.equal(['unknown', 1, OTHER_BUYER]);
  });
});

describe('a lead that was never sent, whose offer went to another buyer since its consent text was shown', () => {
  const TEXT = testCatalogue().offers.get(IDS.shared)!.tcpa_text!;
  const THEIRS = 'I agree that Y College may call me.';
  const moved = (tcpa_text: string | undefined): Catalogue =>
    testCatalogue({
      ...{ buyer: { id: B }, offers: { [IDS.shared]: { delivery, tcpa_text: tcpa_text as never } } },
    });
  const expires_at = new Date('2030-01-01');
  /** Of a result. `for_buyer`: whom its search knew. */
  const ofResult = (for_buyer: string): Partial<LeadRecord> => ({
    ...{ form: 'A', search_id: testSearch().id },
    terms: someTerms({ expires_at, tcpa_text: TEXT, buyer_id: for_buyer }),
  });

  for (const [what, text, over, expected] of [
    ['with another text', THEIRS, {}, 'buyer_changed'],
    ['without a text', undefined, {}, 'buyer_changed'],
    ['with the same text', TEXT, {}, 'ACCEPTED'],
    ['with another text, when no text was shown', THEIRS, { consent: { text: null } }, 'ACCEPTED'],
    ['before its result was submitted', THEIRS, { ...ofResult(IDS.buyer), buyer_id: B }, 'buyer_changed'],
    ['before its search, to whom it is again', THEIRS, ofResult(B), 'ACCEPTED'],
  ] as const)
    it(`${what}: ${expected}`, async () => {
      const work = fakeWork(moved(text));
      const { consent, ...rest } = testLead();
      const lead = { ...rest, ...over, consent: { ...consent, ...('consent' in over ? over.consent : {}) } };
      await work.searches.insert(testSearch());
      await work.leads.insert(lead);
      await runSubmit(work.ports, { lead_id: lead.id, submission: 1, request_id: 'r' });
      const { decision } = work.leads.all.get(lead.id)!;
      expect([decision?.refusal?.why ?? decision?.code, work.sent.length]).to.deep.equal([
        ...[expected, expected === 'ACCEPTED' ? 1 : 0],
      ]);
      if (expected !== 'ACCEPTED') expect(decision?.code).to.equal('OFFER_UNAVAILABLE');
    });

  it('is refused on its first run too, and keeps nothing', async () => {
    const work = fakeWork(moved(THEIRS));
    const lead = testLead();
    await work.leads.insert(lead);
    await runSubmit(work.ports, { lead_id: lead.id, submission: 1, request_id: 'r' }, true);
    expect(work.leads.all.get(lead.id)!.decision?.refusal?.why).to.equal('buyer_changed');
    expect([work.sent, await work.claims.owners(['key-email-ann'])]).to.deep.equal([[], []]);
  });

  it('may have arrived: it stays with the buyer that it went to, though that one has another text now', async () => {
    const offers = (tcpa_text: string) => ({
      [IDS.shared]: { delivery: { ...delivery, idempotent: true }, tcpa_text },
    });
    const work = await sentUnder(testCatalogue({ buyer: { id: B }, offers: offers(TEXT) }), UNKNOWN);
    work.move(testCatalogue({ buyer: { id: B }, offers: offers(THEIRS) }));
    await work.runLater();
    expect([work.now().state, work.sent.length]).to.deep.equal(['accepted', 2]);
  });
});
