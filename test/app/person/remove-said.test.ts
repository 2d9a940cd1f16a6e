import { expect } from 'chai';
import { removeSaid, type RemoveSaidPorts } from '../../../src/app/person/remove-said.js';
import { aSearch, minute } from '../../support/stored-records.js';

const ERASURE = {
  ...{ number: 1, case: 'C-1', at: minute(0), keys: ['key-of-ada'], no_evidence: false },
  ...{ lead_ids: [], search_ids: ['search'] },
};
const FORGOTTEN = { at: minute(1), why: 'erasure' } as const;

describe('what was said in a search whose newest run came while its person was looked for', () => {
  for (const [what, over, until] of [
    ['goes wholly, if the erasure removed the person', { forgotten: FORGOTTEN, identities: [] }, undefined],
    [
      'goes up to then, if somebody else has it',
      { identities: [{ kind: 'email', key: 'key-of-ben' }] },
      ERASURE.at,
    ],
  ] as const)
    it(what, async () => {
      const search = aSearch({ id: 'search', state: 'done', round: 2, counts_from: minute(-1), ...over });
      const removed: [string, Date | undefined][] = [];
      const ports: RemoveSaidPorts = {
        leads: { readMany: () => Promise.resolve([]) },
        searches: { read: () => Promise.resolve(search) },
        exchanges: {
          removeOf: (records, to) => {
            removed.push(...records.map((one) => [one.record_id, to] as [string, Date | undefined]));
            return Promise.resolve(0);
          },
        },
        erasures: { scrub: () => Promise.resolve() },
      };
      const none = { own: [], others: [] };
      await removeSaid(ports, ERASURE, {
        ...{ leads: none, kept: new Set() },
        searches: { own: ['search'], others: [] },
      });
      expect(removed).to.deep.equal([['search', until]]);
    });
});
