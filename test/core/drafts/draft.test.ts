import { expect } from 'chai';
import { moved, rewritten } from '../../../src/core/drafts/draft.js';
import { testDraft } from '../../support/drafts.js';

const AT = new Date('2026-11-22T13:00:00Z');
const ben = { at: AT, by: { kind: 'person', id: 'ben', name: 'Ben' } } as const;
const check = { revision: 1, at: AT, faults: [], changes: [], warnings: [], missing_secrets: [] };

describe('a draft', () => {
  it('names everybody who wrote in it once', () => {
    const twice = rewritten(rewritten(testDraft(), { title: 'A' }, ben), { title: 'B' }, ben);
    expect(twice.authors.map(({ id }) => id)).to.deep.equal(['ana', 'ben']);
    expect([twice.revision, twice.title, twice.changed]).to.deep.equal([3, 'B', ben]);
  });

  it('keeps what was found while only its state changes', () => {
    const proposed = moved(testDraft({ check }), 'proposed', ben, { proposed: ben });
    expect(proposed.check?.revision).to.equal(proposed.revision);
    expect(rewritten(proposed, { title: 'A' }, ben).check?.revision).to.equal(2);
    expect(moved(testDraft({ check, revision: 5 }), 'proposed', ben, {}).check?.revision).to.equal(1);
  });
});
