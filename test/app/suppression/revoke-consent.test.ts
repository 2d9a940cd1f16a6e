import { IDS } from '../../support/catalogue.js';
import { testAttempt } from '../../support/records.js';
import { expect } from 'chai';
import { revokeConsent, revokeOfCall } from '../../../src/app/suppression/revoke-consent.js';
import type { NoticeRecord } from '../../../src/app/ports/notice-store.js';
import type { Fallback } from '../../../src/core/fallback/fallback.js';
import { identityForms } from '../../../src/core/lead/identity.js';
import type { LeadRecord } from '../../../src/core/lead/lead-record.js';
import { levelsOf } from '../../../src/platform/mongo/identities/open-secrets.js';
import { createIdentities } from '../../../src/platform/secrets/identity-secret.js';
import { identitySecret } from '../../../src/platform/secrets/secrets-in-force.js';
import { TEST_SECRET } from '../../support/services.js';
import { aLead, minute } from '../../support/stored-records.js';

const SECRETS = [TEST_SECRET, 'the second secret of these tests, long enough'].map(identitySecret);
const PERSON = { email: 'ann@example.com', phone: '608-555-0100' };

describe('a revocation for a lead whose person was removed', () => {
  for (const phase of ['both', 'new', 'settled'] as const)
    it(`makes the same entries as one before, while IDENTITY_SECRET is replaced: ${phase}`, async () => {
      const force = { ...levelsOf({ checks: ['1', '2'], phase }), secrets: SECRETS, ended: [] };
      const identities = createIdentities(TEST_SECRET, () => force);
      const listedFor = async (over: object): Promise<string[]> => {
        const listed: string[] = [];
        const suppressionStore = {
          put: (some: readonly { readonly id: string }[]) =>
            Promise.resolve(void listed.push(...some.map(({ id }) => id))),
        };
        const notices = { add: () => Promise.resolve() };
        const catalogue = { current: () => ({ offers: new Map() }) };
        const ports = { suppressionStore, identities, notices, catalogue, sealer: {} } as never;
        await revokeConsent(ports, aLead(over), { source: 'desk', at: minute(0) });
        return listed.sort();
      };
      const lead = { personal: PERSON };
      const before = await listedFor({ lead });
      expect(before).to.have.length(phase === 'both' ? 4 : 2);
      // The rotation has not reached this lead yet, or it has.
      for (const at of [createIdentities(TEST_SECRET), identities])
        expect(await listedFor({ lead: {}, identities: at.keysOf(identityForms(lead)) })).to.deep.equal(
          before,
        );
    });
});

describe('a revocation that meets a lead that is falling back', () => {
  const fallback = (n: number) =>
    ({ lead_id: `lead-${n}`, offer_id: `offer-${n}`, buyer_id: IDS.buyer }) as Fallback;
  const next_fallback = { ...fallback(2), submission: 1, at: minute(0) };
  const first = (over: Partial<LeadRecord> = {}) =>
    aLead({ id: 'lead-1', fallbacks: [fallback(2), fallback(3)], ...over });
  const second = (over: Partial<LeadRecord> = {}) =>
    aLead({ id: 'lead-2', offer_id: 'offer-2', fallbacks: [fallback(3)], ...over });
  const offers = new Map([1, 2, 3].map((n) => [`offer-${n}`, { buyer: { id: `buyer-${n}` } }]));

  async function owed(lead: LeadRecord, ...stored: LeadRecord[]) {
    const added: NoticeRecord[] = [];
    const ports = {
      suppressionStore: { put: () => Promise.resolve() },
      identities: createIdentities(TEST_SECRET),
      notices: { add: (some: readonly NoticeRecord[]) => Promise.resolve(void added.push(...some)) },
      catalogue: { current: () => ({ offers }) },
      sealer: { seal: () => Promise.resolve('sealed') },
      leads: { read: (id: string) => Promise.resolve(stored.find((one) => one.id === id) ?? null) },
    };
    await revokeOfCall(ports as never, lead, { source: 'affiliate northwind', at: minute(0) });
    for (const { due_at, content } of added)
      expect([due_at, content.offer_id, content.sealed]).to.deep.equal([
        minute(1),
        content.lead_id.replace('lead', 'offer'),
        'sealed',
      ]);
    return added.map(({ id }) => id);
  }
  const before = (...ns: number[]) => ns.map((n) => `revocation:lead-${n}:buyer-${n}:before`);

  const CASES: readonly (readonly [
    name: string,
    lead: LeadRecord,
    stored: LeadRecord[],
    expected: number[],
  ])[] = [
    ['undecided as it was read', first({ state: 'working' }), [], [1]],
    [
      'undecided, after a request that was never sent',
      first({
        state: 'waiting',
        attempts: [
          testAttempt({
            number: 1,
            submission: 1,
            at: minute(0),
            timeout_ms: 1,
            outcome: 'never_sent',
            sent_to: { buyer_id: 'buyer-1' },
          }),
        ],
      }),
      [],
      [1],
    ],
    [
      'refused, the next fallback still pending',
      first({ state: 'rejected', next_fallback, pending_effects: [{ kind: 'fallback', since: minute(0) }] }),
      [],
      [],
    ],
    ['refused, the next fallback undecided', first({ state: 'rejected', next_fallback }), [second()], [2]],
    ['refused without a next fallback', first({ state: 'rejected' }), [], []],
    [
      'refused, as was the next fallback',
      first({ state: 'rejected', next_fallback }),
      [second({ state: 'rejected' })],
      [],
    ],
  ];
  for (const [name, lead, stored, expected] of CASES)
    it(`looks again at each buyer that may still get it: ${name}`, async () => {
      expect(await owed(lead, ...stored)).to.deep.equal(before(...expected));
    });
});
