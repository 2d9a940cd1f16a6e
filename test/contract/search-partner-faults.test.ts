import { expect } from 'chai';
import { newPerson } from '../support/api.js';
import {
  entryOf,
  namesOf,
  partnerOffer,
  startContract,
  type Contract,
  type Found,
} from '../support/contract.js';

const direct = { offer: 'direct', payout: 20 };
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();
const program = [{ value: 'art', label: 'Art' }];

/** Ping/post to partners: what partners do wrong is told to the operator, never to the affiliate. */
describe('contract: search, partners as they are', () => {
  let world: Contract;
  before(async () => {
    const share = { payout_share: 0.7 };
    const submit = (url: string) => ({
      url: `${url}/submit`,
      insecure_http: true,
      body: '{ "theirs": result.reference, "mail": lead.personal.email }',
    });
    world = await startContract((url) => ({
      offers: {
        direct: {},
        odd: partnerOffer(url, { url: `${url}/odd` }, share),
        flood: partnerOffer(url, { url: `${url}/flood` }),
        narrow: partnerOffer(
          url,
          { url: `${url}/narrow`, body: '{ "zip": lead.address.zip_code, "ref": search_id }' },
          { submit: submit(url) },
        ),
      },
      campaigns: Object.fromEntries(
        ['odd', 'flood', 'narrow'].map((offer) => [offer, { offers: [direct, { offer, payout: 25 }] }]),
      ),
    }));
    world.buyer.says('/odd', {
      results: [
        { reference: 'a', name: 'Good', payout: 10.01, programs: program, expires_at: inAnHour() },
        { reference: 'a', name: 'Again', payout: 9, programs: program },
        { reference: 'b', name: 'No program', payout: 8 },
        { reference: 'c', name: 'Negative', payout: -1, programs: program },
        { reference: 'd', name: 'Text for money', payout: '12', programs: program },
        { reference: 'e', name: 'Gone', payout: 30, programs: program, expires_at: '2020-01-01T00:00:00Z' },
        { reference: 7, name: 'Number', programs: program },
        { name: 'Nameless', programs: program },
        { reference: 'f', name: 'Two alike', programs: [...program, ...program] },
        'not even a group',
      ],
    });
    world.buyer.says('/flood', {
      results: Array.from({ length: 5_000 }, (_, n) => ({ reference: `r${n}`, name: 'N', payout: n / 100 })),
    });
    world.buyer.says('/narrow', { results: [{ reference: 'P-7/x', name: 'Match', programs: program }] });
    world.buyer.says('/submit', { result: 'accepted', reference: 'S-1' });
  });
  after(() => world.close());

  const told = async ({ svc_lead_id }: Found): Promise<readonly string[]> => {
    const search = await world.api.platform.searches.read(svc_lead_id);
    const entry = search?.timeline.find(({ what }) => what === 'partner');
    return (entry?.reason?.['faults'] ?? []) as readonly string[];
  };
  const counted = async (offer: string): Promise<number> => {
    const metric = world.workers.platform.metrics.getSingleMetric('leadkeep_partner_result_faults_total');
    const { values } = (await metric?.get()) ?? { values: [] };
    return values.find(({ labels }) => labels['offer'] === offer)?.value ?? 0;
  };

  it('wrong, repeated and expired results are left out, the others shown; each is told, and counted', async () => {
    const found = await world.searched('odd');
    expect(namesOf(found)).to.deep.equal(['direct', 'Good', 'No program', 'Number']);
    expect(found.offers.map(({ payout }) => payout)).to.deep.equal([20, 7, 5.6, undefined]);
    const faults = await told(found);
    expect(faults).to.deep.equal([
      'results[1]: repeats a reference',
      'results[3]: "payout" must be greater than or equal to 0',
      'results[4]: "payout" must be a number',
      'results[7]: "reference" is required',
      'results[8]: "programs[1]" contains a duplicate value',
      'results[9]: "value" must be of type object',
      'results that have expired: 1',
      'results that name no program: 1',
    ]);
    expect(await counted('odd')).to.equal(faults.length);
    const { campaign: _, ...shown } = found;
    expect(JSON.stringify(shown)).to.not.match(/fault|expired|repeats|duplicate|Negative|Gone|results\[/);
  });

  it('5,000 results are cut at 50, best first', async () => {
    const found = await world.searched('flood');
    const search = await world.api.platform.searches.read(found.svc_lead_id);
    const references = search?.results.flatMap(({ terms }) => terms.reference ?? []);
    expect(references).to.have.length(50);
    expect(references?.slice(0, 2)).to.deep.equal(['r4999', 'r4998']);
    expect(await told(found)).to.deep.equal(['5000 results, cut at 50', 'results that name no program: 50']);
  });

  it('only what the mapping names leaves; the submit goes to its own address with the reference', async () => {
    const lead = newPerson();
    const from = world.buyer.received.length;
    const found = await world.searched('narrow', { lead });
    expect(world.buyer.received.slice(from).map(({ path, body }) => ({ path, body }))).to.deep.equal([
      { path: '/narrow', body: { zip: lead.address.zip_code, ref: found.svc_lead_id } },
    ]);
    expect(JSON.stringify(entryOf(found, 'narrow')), 'theirs alone').to.not.contain('P-7');
    const { body } = await world.submit(found, 'narrow');
    expect(body).to.include({ code: 'ACCEPTED', payout: 25 });
    const { path, body: sent, idempotencyKey } = world.buyer.received.at(-1) ?? {};
    expect({ path, sent, idempotencyKey }).to.deep.equal({
      path: '/submit',
      sent: { theirs: 'P-7/x', mail: lead.personal.email },
      idempotencyKey: body.svc_lead_id,
    });
  });
});
