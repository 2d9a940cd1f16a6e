import { expect } from 'chai';
import { resumedBy } from '../../../src/app/catalogue/resumed-by.js';
import type { VersionInfo } from '../../../src/app/ports/catalogue-store.js';
import { diffCatalogue } from '../../../src/core/catalogue/diff-catalogue.js';
import { document, offer } from '../../core/catalogue/documents.js';

const AT = new Date('2026-11-26T03:00:00Z');
const PAUSE: VersionInfo = { version: 2, at: AT, by: 'ann', how: 'pause', subject: 'offer nursing' };

type Status = 'active' | 'paused' | 'retired';

/** What is said of an offer whose status changes, along with its price. */
async function said(before: Status, after: Status, last: VersionInfo | null): Promise<string[]> {
  const changes = diffCatalogue(
    document({ offers: [offer({ status: before })] }),
    document({ offers: [offer({ status: after, price_cents: 1 })] }),
  );
  const resumed = await resumedBy(changes, {
    lastSwitch: (subject) => Promise.resolve(subject === 'offer nursing' ? last : null),
  });
  return resumed;
}

describe('resumedBy', () => {
  const [by, resume] = ['by ann, 2026-11-26 03:00:00.000 UTC', { ...PAUSE, how: 'resume' as const }];
  for (const [what, before, after, last, expected] of [
    [
      'one that was paused',
      ...(['paused', 'active', PAUSE] as const),
      `offer nursing would be resumed; it was paused ${by}`,
    ],
    [
      'one that a file paused',
      ...(['paused', 'active', null] as const),
      'offer nursing would be resumed; it was paused',
    ],
    [
      'one that was paused before it was retired, with what for',
      ...(['retired', 'active', { ...PAUSE, comment: '3 am' }] as const),
      `offer nursing would be active again; it was last paused ${by}: 3 am`,
    ],
    ['not one that was retired and never paused', 'retired', 'active', null, undefined],
    ['not one that was resumed before it was retired', 'retired', 'active', resume, undefined],
    ['not one that comes back paused', 'retired', 'paused', PAUSE, undefined],
    ['not one that is active already', 'active', 'active', PAUSE, undefined],
  ] as const)
    it(`names ${what}`, async () => {
      expect(await said(before, after, last)).to.deep.equal(expected === undefined ? [] : [expected]);
    });
});
