import { expect } from 'chai';
import { exchangesOfLead } from '../../src/app/exchanges/read-exchanges.js';
import { createExchangeStore } from '../../src/platform/mongo/exchanges/exchange-store.js';
import { newPerson, type Answered } from '../support/api.js';
import { startContract, type Contract } from '../support/contract.js';
import { until } from '../support/until.js';
import { verificationService, type VerificationService } from '../support/verification-service.js';

/** Leads that services verify before they are sold (docs/verification.md). An extension of ours. */
describe('contract: verified leads', () => {
  let world: Contract;
  let service: VerificationService;
  const step = (over: object = {}) => ({
    ...{ name: 'scrub', url: service.url, insecure_http: true, timeout: '5s', when_away: 'refuse' },
    body: '{ "phone": lead.personal.phone }',
    answers: [
      { when: 'body.ok = true', outcome: 'pass', reference: 'body.id' },
      { when: 'body.ok = false', outcome: 'refuse', reason: 'body.why' },
    ],
    ...over,
  });
  before(async () => {
    service = await verificationService();
    world = await startContract(() => ({
      offers: {
        scrubbed: { verify: [step()] },
        impatient: { verify: [step({ timeout: '300ms' })] },
        trusting: { verify: [step({ timeout: '300ms', when_away: 'pass' })] },
        cached: { verify: [step({ cache: '30d', body: '{ "zip": lead.address.zip_code }' })] },
        claimed: { verify: [step({ name: 'certificate', address: 'consent.cert_url' })] },
        plain: {},
      },
      campaigns: {
        all: {
          offers: ['scrubbed', 'impatient', 'trusting', 'cached', 'claimed', 'plain'].map((offer) => ({
            offer,
          })),
        },
        checked: { verify: [step({ name: 'claim' })], offers: [{ offer: 'plain' }] },
      },
    }));
  });
  after(async () => {
    await world.close();
    await service.close();
  });

  const post = (offer: string, campaign = 'all', over: object = {}): Promise<Answered> =>
    world.direct(campaign, offer, { lead: newPerson(), ...over });
  const stored = async (id: string) =>
    (await world.api.platform.leads.read(id))!.timeline.flatMap(({ what, outcome }) =>
      what === 'verified' ? [outcome] : [],
    );

  it('a lead that passes is sold, and its service was told what the step maps', async () => {
    service.manner = 'passes';
    const { body } = await post('scrubbed');
    expect(body.code).to.equal('ACCEPTED');
    expect(await stored(body.svc_lead_id)).to.deep.equal(['pass']);
    const { key, body: sent } = service.asked.at(-1)!;
    expect(Object.keys(JSON.parse(sent) as object)).to.deep.equal(['phone']);
    expect(key).to.include(`${body.svc_lead_id}:1:`);
  });

  it('what the service was asked, and what it said, is kept with the attempt', async () => {
    service.manner = 'passes';
    const { body } = await post('scrubbed');
    const { platform } = world.api;
    const exchanges = createExchangeStore(platform.connection);
    const lead = (await platform.leads.read(body.svc_lead_id))!;
    const said = () => exchangesOfLead({ exchanges }, lead, 1);
    await until(async () => (await said()).length === 2, 'step and delivery are kept');
    const [step] = await said();
    expect(step).to.include({ kind: 'verification', destination: 'scrub', outcome: 'answered', number: 1 });
    expect(step?.request.body?.text).to.equal(service.asked.at(-1)?.body);
    expect(step?.answer?.status).to.equal(200);
  });

  const NO_CERTIFICATES = [
    'javascript:alert(1)',
    'any text',
    'cert.example/1',
    'https://',
    'ftp://cert.example/1',
    'data:,x',
  ];
  for (const cert of [...NO_CERTIFICATES, 'mailto:a@cert.example', '//cert.example/1'])
    it(`a certificate that is no address is told by name where it would be asked at: ${cert}`, async () => {
      const asked = service.asked.length;
      const { status, body } = await post('claimed', 'all', { consent_cert_url: cert });
      expect([status, body.code, body.field]).to.deep.equal([200, 'INVALID_FIELD', 'consent_cert_url']);
      expect(service.asked).to.have.length(asked);
      expect((await post('plain', 'all', { consent_cert_url: cert })).body.code).to.equal('ACCEPTED');
    });

  it('a certificate at an address of the service is asked at', async () => {
    service.manner = 'passes';
    const { body } = await post('claimed', 'all', { consent_cert_url: `${service.url}/1` });
    expect(body.code).to.equal('ACCEPTED');
  });

  it('a lead that is refused is not eligible, with a sentence of its own, and no buyer has it', async () => {
    service.manner = 'refuses';
    const sent = world.buyer.received.length;
    const { status, body } = await post('scrubbed');
    expect([status, body.code, body['reason']]).to.deep.equal([
      ...[200, 'NOT_ELIGIBLE', 'Lead did not pass a verification'],
    ]);
    expect(body['message']).to.equal('Post the lead to another offer, or search for offers that take it.');
    expect(JSON.stringify(body)).not.to.match(/litigator|scrub/i);
    expect(world.buyer.received.length).to.equal(sent);
    expect(await stored(body.svc_lead_id)).to.deep.equal(['refuse']);
  });

  it('steps of the campaign count too', async () => {
    service.manner = 'refuses';
    expect((await post('plain', 'checked')).body.code).to.equal('NOT_ELIGIBLE');
    expect((await post('plain')).body.code).to.equal('ACCEPTED');
  });

  for (const manner of ['hangs', 'floods', 'talks nonsense', 'lies about its type'] as const)
    it(`a service that ${manner} sells nothing where the step refuses then`, async () => {
      service.manner = manner;
      const { body } = await post('impatient');
      expect([body.code, body['reason']]).to.deep.equal(['NOT_ELIGIBLE', 'Lead could not be verified']);
    });

  it('with a cache, the same question is asked once', async () => {
    service.manner = 'passes';
    const before = service.asked.length;
    const first = await post('cached');
    const second = await post('cached');
    expect([first.body.code, second.body.code]).to.deep.equal(['ACCEPTED', 'ACCEPTED']);
    expect(service.asked.length - before).to.equal(1);
  });

  it('a service that hangs lets pass where the step says so', async () => {
    service.manner = 'hangs';
    const { body } = await post('trusting');
    expect([body.code, await stored(body.svc_lead_id)]).to.deep.equal(['ACCEPTED', ['away']]);
  });
});
