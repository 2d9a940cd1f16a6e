import { expect } from 'chai';
import { evaluateStep, type StepAnswer } from '../../../src/core/verification/evaluate-step.js';
import type { VerifyStep } from '../../../src/core/verification/verify-step.js';
import {
  verificationService,
  type Manner,
  type VerificationService,
} from '../../support/verification-service.js';
import { verifyStep } from '../../support/verify-step.js';
import { FULL_LEAD, localDestinations, PATIENT_MS, SHORT_MS } from './fixtures.js';

type Kind = StepAnswer['kind'];

/** A step asks a service that does this; what is heard then, and what the circuit breaker is told. */
const MANNERS: readonly [Manner, Kind, string, 'up' | 'down', number?][] = [
  ['passes', 'answered', 'rule 1: pass', 'up'],
  ['refuses', 'answered', 'rule 2: refuse', 'up'],
  ['talks nonsense', 'unread', 'answer: no rule matches', 'up'],
  ['lies about its type', 'unread', 'answer: no rule matches; the body is not XML', 'up'],
  [
    'lies about its packing',
    'unread',
    'answer: Content-Encoding says gzip, and the body is not packed so',
    'up',
  ],
  [
    'ends lines in LF',
    'unread',
    'answer: the answer is no valid HTTP: it must end each line of its headers and chunks in CR LF (HPE_CR_EXPECTED, Missing expected CR after response line)',
    'up',
  ],
  ['floods', 'none', 'answer: over 256 KiB', 'down'],
  ['hangs', 'none', 'answer: timed out', 'down', SHORT_MS],
  ['drips', 'none', 'answer: timed out, without the end of its chunks', 'down', SHORT_MS],
];

describe('questions to a verification service', () => {
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

  async function ask(over: Partial<VerifyStep> = {}, { lead = FULL_LEAD, is_test = false } = {}) {
    const step = verifyStep({ url: service.url, timeout_ms: PATIENT_MS, ...over });
    const owned = { of: 'offer', step };
    const prepared = await verifier.prepare(owned, {
      ...{ lead, url: step.url, is_test, idempotency_key: 'key-1' },
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

  it('asks at an address of the lead that begins with its own or is at a host that it names, and at no other', async () => {
    service.manner = 'passes';
    const { origin, host, port } = new URL(service.url);
    const at = (cert_url: unknown, over: Partial<VerifyStep> = {}, is_test = false) =>
      ask(
        { address: 'consent.cert_url', ...over },
        { lead: { ...FULL_LEAD, consent: { ...FULL_LEAD.consent, cert_url } }, is_test },
      );
    const allowed: readonly (readonly [string, Partial<VerifyStep>?])[] = [
      [`${service.url}/cert-1#x`],
      [`${service.url}?cert=1`],
      [`${origin}/elsewhere`, { hosts: [host], url: 'https://s.example/x' }],
    ];
    for (const [cert_url, over] of allowed)
      expect(await at(cert_url, over), cert_url).to.have.nested.include({ 'heard.kind': 'answered' });
    expect(service.paths.slice(-3)).to.deep.equal(['/ask/cert-1', '/ask?cert=1', '/elsewhere']);
    expect(await at('https://evil.example/x', {}, true)).to.have.nested.include({ 'heard.kind': 'answered' });
    const before = service.asked.length;
    const barred = 'address: the lead names no address that begins with url or is at one of hosts';
    for (const cert_url of [
      ...[undefined, null, '', 7, 'nonsense', ['x'], `${origin}/elsewhere`, `${service.url}-evil`],
      ...[`${service.url}/../elsewhere`, `${service.url}/%2e%2e/elsewhere`, 'ftp://127.0.0.1/ask'],
      ...[
        `${service.url}/..%2felsewhere`,
        `${service.url}/1/..%5C..%5celsewhere`,
        `${service.url}/..;/elsewhere`,
      ],
      ...[`${service.url}/.%2e;x=1/elsewhere`, `${service.url}/%252e%252e%252felsewhere`, `${service.url}/%`],
      ...[`http://ann:secret@127.0.0.1:${port}/ask/1`, `http://127.0.0.1:${port}.evil.example/ask/1`],
      ...[`https://127.0.0.1:${port}/ask/1`, `http://127.0.0.1:1/ask/1`, 'http://169.254.169.254/ask'],
      ...[`http://127.0.0.1:${port}@evil.example/ask`, `${service.url}/${'x'.repeat(2_000)}`],
    ])
      expect(await at(cert_url), String(cert_url)).to.equal(barred);
    expect(
      await at(`http://${host}/ask/1`, { insecure_http: false, url: 'https://s.example/x', hosts: [host] }),
    ).to.equal(barred);
    expect(service.asked.length).to.equal(before);
  });

  it('asks nothing at a private address, without a secret, or without a body', async () => {
    const before = service.asked.length;
    expect(await ask({ url: 'http://10.0.0.1/ask' })).to.have.nested.include({
      ...{ 'heard.kind': 'none', 'heard.internal_fault': 'address', health: 'neither' },
    });
    expect(await ask({ headers: { 'X-Key': '${secret:NOT_SET}' } })).to.have.nested.include({
      ...{ 'heard.internal_fault': 'secret', health: 'neither' },
    });
    expect(await ask({ body: 'lead.personal.nothing' })).to.equal('body gives nothing to send');
    expect(service.asked.length).to.equal(before);
  });

  it('a header with which nothing can be sent does not make the service away: the lead waits', async () => {
    const before = service.asked.length;
    const asked = await ask({ headers: { 'Keep-Alive': 'timeout=5' }, when_away: 'pass' });
    expect(asked).to.have.nested.include({ 'heard.internal_fault': 'settings', health: 'neither' });
    const { heard } = asked as Exclude<typeof asked, string>;
    expect(evaluateStep({ when_away: 'pass' }, heard).verdict).to.equal('waits');
    expect(service.asked.length).to.equal(before);
  });
});
