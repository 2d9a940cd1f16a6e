import { expect } from 'chai';
import { revokeConsent } from '../../../src/app/suppression/revoke-consent.js';
import { identityForms } from '../../../src/core/lead/identity.js';
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
