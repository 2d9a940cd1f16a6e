import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { readFile } from '../../sandbox/file/read-file.js';
import type { VerifyStep } from '../../src/core/verification/verify-step.js';
import { documentOf } from '../platform/catalogue-files/base.js';
import { LEAD, localDestinations } from '../platform/outbound/fixtures.js';
import { openSandbox, type OpenSandbox } from './open-sandbox.js';

/** A lead with this phone number and certificate, and what its step hears of the service that the sandbox plays. */
const CASES: readonly [string, string, string | null, string, string][] = [
  ['litigator-scrub', '6085550100', null, 'rule 1: pass', ''],
  ['litigator-scrub', '6085550199', null, 'rule 2: refuse', 'Known litigator'],
  ['litigator-scrub', '6085550198', null, 'answer: no rule matches', ''],
  ['certificate-claim', '6085550100', 'https://cert.example/1', 'rule 1: pass', ''],
  ['certificate-claim', '6085550100', null, 'rule 2: refuse', 'There is no certificate'],
  [
    ...(['certificate-claim', '6085550100'] as const),
    ...(['https://cert.example/expired', 'rule 3: refuse', 'The certificate has expired'] as const),
  ],
];

describe('the examples of verification, played by the sandbox', () => {
  const destinations = localDestinations();
  const opened = new Map<string, OpenSandbox>();
  after(async () => {
    for (const sandbox of opened.values()) await sandbox.close();
    await destinations.close();
  });

  async function stepOf(example: string): Promise<VerifyStep> {
    const sandbox = opened.get(example) ?? (await openSandbox(readFile(`examples/sandbox/${example}.yaml`)));
    opened.set(example, sandbox);
    const text = readFileSync(`examples/${example}.yaml`, 'utf8');
    const { offers, campaigns } = documentOf(text.replaceAll('http://127.0.0.1:4810', sandbox.url));
    const [step] = [...campaigns, ...offers].flatMap(({ verify = [] }) => verify);
    if (!step) throw new Error(`${example} has no step`);
    return step;
  }

  for (const [number, [example, phone, cert_url, detail, reason]] of CASES.entries())
    it(`${example} of ${phone} and ${cert_url ?? 'no certificate'}: ${detail}`, async () => {
      const owned = { of: 'it', step: await stepOf(example) };
      const lead = { ...LEAD, lead: { personal: { phone } }, consent: { cert_url } };
      const { verifier } = destinations;
      const question = { lead, url: owned.step.url, is_test: false, idempotency_key: `key-${number}` };
      const prepared = await verifier.prepare(owned, question);
      if (!prepared.ok) throw new Error(prepared.fault);
      const { heard } = await verifier.ask(owned, prepared.value);
      expect(heard.detail).to.match(new RegExp(`^${detail}`));
      expect(heard.kind === 'answered' ? (heard.reason ?? '') : '').to.equal(reason);
    });
});
