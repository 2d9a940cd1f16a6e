import { expect } from 'chai';
import { noticeOf, type ApplyPorts } from '../../../src/app/catalogue/apply-catalogue.js';
import { resultTtlWarnings } from '../../../src/app/catalogue/result-ttl-warnings.js';
import { nextDocument } from '../../../src/core/catalogue/next-document.js';
import type { OfferEntry } from '../../../src/core/catalogue/document.js';
import type { Retention } from '../../../src/core/retention/retention.js';
import { memoryTimedChanges } from '../../support/fakes/memory-timed-changes.js';
import { document, offer } from '../../core/catalogue/documents.js';

const DAY_MS = 86_400_000;
const days = (handle: string, ttl: number, over: Partial<OfferEntry> = {}): OfferEntry =>
  offer({ id: handle, handle, result_ttl_ms: ttl * DAY_MS, ...over });
const ENDING = ': a submit is answered 404 once the search was removed';
const NURSING = `searches would be kept for 1d, but results of nursing are shown as valid for 7d${ENDING}`;

describe('results that are valid for longer than their search is kept', () => {
  const ROWS: readonly (readonly [
    string,
    Partial<Retention> | undefined,
    readonly OfferEntry[],
    string[],
  ])[] = [
    ['the defaults, and the longest that a result can be valid', undefined, [days('nursing', 30)], []],
    ['a term as long as results are valid', { searches: 7 * DAY_MS }, [days('nursing', 7)], []],
    ['a shorter term', { searches: DAY_MS }, [days('nursing', 7)], [NURSING]],
    [
      'an offer that shows nothing more',
      { searches: DAY_MS },
      [days('nursing', 7, { status: 'retired' })],
      [],
    ],
    [
      'several offers',
      { searches: DAY_MS },
      [days('a', 1), days('b', 3), days('c', 9), days('d', 2)],
      [
        `searches would be kept for 1d, but results of c are shown as valid for 9d, and those of 2 more offers for over 1d${ENDING}`,
      ],
    ],
    [
      'a term of searches from which something was sold',
      { sold_leads: DAY_MS },
      [days('nursing', 7)],
      [NURSING.replace('searches', 'sold_leads')],
    ],
  ];
  for (const [what, retention, offers, warnings] of ROWS)
    it(`${what}: ${warnings.length === 0 ? 'nothing' : 'a warning'}`, () => {
      expect(resultTtlWarnings({ offers, ...(retention && { retention }) })).to.deep.equal(warnings);
    });

  it('is told with a change that leaves out the term in force', async () => {
    const before = document({ retention: { searches: DAY_MS } });
    const given = document({ offers: before.offers.map((one) => ({ ...one, result_ttl_ms: 7 * DAY_MS })) });
    const next = nextDocument(before, given);
    if (!next.ok) throw new Error('handles clash');
    const ports = { timedChanges: memoryTimedChanges(), clock: () => new Date(0) };
    const { warnings } = await noticeOf(ports as unknown as ApplyPorts, given, {
      before,
      after: next.document,
    });
    expect(warnings).to.deep.equal([NURSING]);
  });
});
