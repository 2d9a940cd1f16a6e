import { expect } from 'chai';
import { receiveCallback } from '../../../src/app/callbacks/receive-callback.js';
import type { MappingFault } from '../../../src/app/ports/mapping-evaluator.js';
import type { WebPorts } from '../../../src/app/ports/web-ports.js';
import { createMappings } from '../../../src/platform/outbound/mappings.js';
import { IDS, testCatalogue, testOffer } from '../../support/catalogue.js';
import { fakeWork } from '../../support/fakes/fake-work.js';
import { testLead, testAttempt } from '../../support/records.js';

const AT = new Date('2026-11-21T17:00:00Z');
const SENT = { headers: {}, body: Buffer.from('{"sold":true}') };

/** What becomes of a callback when the evaluator of its rules gives this fault. */
async function received(fault: MappingFault) {
  const answers = [{ when: 'body.sold', outcome: 'accepted' as const }];
  const delivery = { ...testOffer().delivery, answers };
  const work = fakeWork(testCatalogue({ offers: { [IDS.shared]: { delivery } } }), AT);
  const lead = testLead({
    state: 'pending',
    attempts: [
      {
        ...testAttempt({ number: 1, submission: 1, at: AT, timeout_ms: 2_000, outcome: 'pending' }),
        sent_to: { buyer_id: IDS.buyer, delivery_origin: '' },
      },
    ],
  });
  work.leads.all.set(lead.id, lead);
  const evaluator = { run: () => Promise.resolve(fault), close: () => Promise.resolve() };
  const mappings = createMappings(evaluator, work.ports.clock);
  const ports = {
    ...work.ports,
    identities: { firstHash: () => '0123456789abcdef' },
    checkSignature: () => undefined,
    destinations: {
      readCallback: (offer: ReturnType<typeof testOffer>) =>
        mappings.readCallback(offer, { status: 200, headers: {}, body: '{"sold":true}' }),
    },
  } as unknown as WebPorts;
  const { kind } = await receiveCallback(ports, { id: lead.id, submission: 1 }, SENT);
  return { kind, noted: work.leads.all.get(lead.id)?.timeline.length };
}

describe('a callback whose rules can not be evaluated', () => {
  const rows: readonly (readonly [why: string, fault: Omit<MappingFault, 'ok'>, kind: string])[] = [
    ['no process is free', { fault: 'busy', internal_fault: 'evaluator' }, 'later'],
    ['a busy machine stops them', { fault: 'did not end within 1000 ms', stopped: true }, 'later'],
    ['one of them fails', { fault: 'rule 1 fails' }, 'unreadable'],
  ];
  for (const [why, fault, kind] of rows)
    it(`${why}: ${kind}`, async () => {
      const noted = kind === 'later' ? 0 : 1;
      expect(await received({ ok: false, ...fault })).to.deep.equal({ kind, noted });
    });
});
