import { existsSync } from 'node:fs';
import { expect } from 'chai';

/**
 * Rows of the specification and sentences of the decisions (envelope, order of the checks, lead and tracking, search and results,
 * ownership) that no request and answer can show, why, and the test that holds them instead where there is one.
 */
const NOT_THROUGH_HTTP: readonly (readonly [row: string, why: string, heldBy?: string])[] = [
  [
    'Result entry: campaign_id, offer.is_exclusive and expires_at may be null',
    'this service always knows them, so none of its answers has null there',
  ],
  [
    'Search: open for up to 45 s, 2 s for direct offers, poll_after_ms 1,000',
    'the answers show that the settings hold; that these are the defaults stands in the settings',
    'test/platform/settings.test.ts',
  ],
  [
    'Search: what a partner answers after the end is recorded',
    'an affiliate never sees it: the record is read from the database',
    'test/contract/search-partners.test.ts',
  ],
  [
    'Search: why an offer was not returned is kept',
    'for the operator only: the record is read from the database',
    'test/contract/search-offers.test.ts',
  ],
  [
    'Search: earlier result ids stay submittable until they expire (a run that is still at work when the next begins)',
    'the moment between two commands of one worker can’t be met by a caller',
    'test/platform/stores/search-store.test.ts',
  ],
  [
    '§1: the cause of a 500 goes to the log under the same id',
    'an answer says nothing of it by design: the log is read',
    'test/contract/envelope-log.test.ts',
  ],
  [
    '§4: extra keys are never used by a check',
    'the checks read the table of lead fields; an answer can only show single cases',
    'test/core/search-evaluation.test.ts',
  ],
  [
    '§5: the ranking is a total order, whatever the catalogue',
    'an answer shows one catalogue and one lead: it is a property',
    'test/core/ranking.test.ts',
  ],
];

describe('contract: what can’t be shown through HTTP', () => {
  for (const [row, why, heldBy] of NOT_THROUGH_HTTP)
    it(`${row}: ${why}`, () => {
      if (heldBy !== undefined) expect(existsSync(heldBy), heldBy).to.equal(true);
    });
});
