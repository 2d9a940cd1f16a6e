import { expect } from 'chai';
import type { StepHeard } from '../../../src/core/verification/evaluate-step.js';
import type { VerifyStep } from '../../../src/core/verification/verify-step.js';
import {
  verificationService,
  type Manner,
  type VerificationService,
} from '../../support/verification-service.js';
import { verifyStep } from '../../support/verify-step.js';
import { FULL_LEAD, localDestinations, PATIENT_MS, SHORT_MS } from './fixtures.js';

type Kind = StepHeard['kind'];

/** A step asks a service that does this; what is heard then, and what the circuit breaker is told. */
const MANNERS: readonly [Manner, Kind, string, 'up' | 'down', number?][] = [
  ['passes', 'answered', 'rule 1: pass', 'up'],
  ['refuses', 'answered', 'rule 2: refuse', 'up'],
  ['talks nonsense', 'unread', 'answer: no rule reads it', 'up'],
  ['lies about its type', 'unread', 'answer: no rule reads it; the body is no XML', 'up'],
  ['floods', 'none', 'answer: over 256 KiB', 'down'],
  ['hangs', 'none', 'answer: timed out', 'down', SHORT_MS],
  ['drips', 'none', 'answer: timed out', 'down', SHORT_MS],
];

describe('questions to a verification service', function () {
  this.timeout(30_000);
  let service: VerificationService;
  const destinations = localDestinations({ LEADKEEP_SECRET_SCRUB: 'a secret of some length' });
  before(async () => {
    service = await verificationService();
  });
  after(async () => {
    await service.close();
    await destinations.close();
  });

  const { verifier } = destinations;

  async function ask(over: Partial<VerifyStep> = {}) {
    const step = verifyStep({ url: service.url, timeout_ms: PATIENT_MS, ...over });
    const owned = { of: 'offer', step };
    const prepared = await verifier.prepare(owned, {
      ...{ lead: FULL_LEAD, url: step.url, idempotency_key: 'key-1' },
    });
    return prepared.ok ? verifier.ask(owned, prepared.value) : prepared.fault;
  }

  for (const [manner, kind, detail, health, timeout_ms = PATIENT_MS] of MANNERS)
    it(`a service that ${manner}: ${detail}`, async () => {
      service.manner = manner;
      const heard = await ask({ timeout_ms });
      expect(heard).to.deep.include({ health });
      expect(heard).to.have.nested.include({ 'heard.kind': kind, 'heard.detail': detail });
    });

  it('hears what the service did and why', async () => {
    service.manner = 'passes';
    expect(await ask()).to.have.nested.include({ 'heard.reference': 'claim-1', 'answer.status': 200 });
    service.manner = 'refuses';
    expect(await ask()).to.have.nested.include({ 'heard.reason': 'Known litigator' });
  });

  it('sends what the step maps, with the key and the headers of the step, and nothing else', async () => {
    service.manner = 'passes';
    await ask({ body: '{ "zip": lead.address.zip_code }', headers: { 'X-Key': '${secret:SCRUB}' } });
    expect(service.asked.at(-1)).to.deep.equal({ key: 'key-1', body: '{"zip":"60601"}' });
  });

  it('asks nothing at a private address, without a secret, or without a body', async () => {
    const before = service.asked.length;
    expect(await ask({ url: 'http://10.0.0.1/ask' })).to.have.nested.include({
      ...{ 'heard.kind': 'none', 'heard.ours': 'address', health: 'neither' },
    });
    expect(await ask({ headers: { 'X-Key': '${secret:NOT_SET}' } })).to.have.nested.include({
      ...{ 'heard.ours': 'secret', health: 'neither' },
    });
    expect(await ask({ body: 'lead.personal.nothing' })).to.equal('body gives nothing to send');
    expect(service.asked.length).to.equal(before);
  });
});
