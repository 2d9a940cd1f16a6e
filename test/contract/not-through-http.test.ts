import { existsSync } from 'node:fs';
import { expect } from 'chai';

/**
 * Rows of the contract (docs/contract.md) that no request and answer can show, why, and the test that holds them
 * instead where there is one.
 */
const NOT_THROUGH_HTTP: readonly (readonly [row: string, why: string, heldBy?: string])[] = [
  [
    'Result entry: campaign_id, offer.is_exclusive and expires_at may be null',
    'this service always knows them, so none of its answers has null there',
  ],
  [
    'Search: open for up to 45 s, 2 s for direct offers, poll_after_ms 1,000',
    'the answers show that the settings hold; that these are the defaults stands in the settings',
    'test/platform/process/settings.test.ts',
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
    'test/platform/mongo/stores/search-store.test.ts',
  ],
  [
    'Answers: the cause of a 500 goes to the log under the same id',
    'an answer says nothing of it by design: the log is read',
    'test/contract/envelope-log.test.ts',
  ],
  [
    'Leads: extra keys are never used by a check',
    'the checks read the table of lead fields; an answer can only show single cases',
    'test/core/search/search-evaluation.test.ts',
  ],
  [
    'Search: the ranking is a total order, whatever the catalogue',
    'an answer shows one catalogue and one lead: it is a property',
    'test/core/search/ranking.test.ts',
  ],
  [
    'Authentication: keys are issued and rotated out of band, shown once; a prefix that fits several is refused',
    'the operator’s tools do it, no operation of the API',
    'test/cli/key-commands.test.ts',
  ],
  [
    'Authentication: keys are kept server-side, never in a web page or app',
    'a duty of the client; ours is that no answer has CORS headers',
    'test/contract/envelope-errors.test.ts',
  ],
  [
    'Versioning: the interface definition carries 2026-09-28',
    'it is in the description, not in an answer',
    'test/api/openapi/document.test.ts',
  ],
  [
    'Submit: the answer waits for at most 10 s',
    'the answers show that the setting holds; that this is its default stands in the settings',
    'test/platform/process/settings.test.ts',
  ],
  [
    'Submit: a lead whose campaign went to another affiliate while it waited is OFFER_UNAVAILABLE',
    'the moment between the call and its evaluation can’t be met by a caller',
    'test/app/submit/campaign-reassigned.test.ts',
  ],
  [
    'Search: finds nothing more if its campaign went to another affiliate',
    'a poll is 403 then: the record is read',
    'test/app/search/campaign-reassigned.test.ts',
  ],
  [
    'Submit: a question can’t be named like a key of the request or a lead field',
    'the catalogue refuses it before any process has it',
    'test/platform/catalogue-files/malformed-offers.test.ts',
  ],
  [
    'Duplicates: stored identity keys are HMACs over the hashes, with a secret',
    'they never leave the database',
    'test/platform/secrets/identities.test.ts',
  ],
  [
    'Duplicates: the normalized forms are published with test vectors',
    'they stand in the documentation, from which the vectors are run',
    'test/docs/normalisation.test.ts',
  ],
  [
    'Duplicates: a second submit is delivered only when the first gave its claim back',
    'the order of the two is one of moments inside the workers: all of them are stepped through',
    'test/steps/interleavings.test.ts',
  ],
];

describe('contract: what can’t be shown through HTTP', () => {
  for (const [row, why, heldBy] of NOT_THROUGH_HTTP)
    it(`${row}: ${why}`, () => {
      if (heldBy !== undefined) expect(existsSync(heldBy), heldBy).to.equal(true);
    });
});
