import { createHmac } from 'node:crypto';
import { expect } from 'chai';
import { readCursor, writeCursor, type FeedPosition } from '../../../src/core/feed/feed-cursor.js';

const PLACE: FeedPosition = {
  ...{ affiliate_id: 'a1', environment: 'live', position: 48_213, mark: 'lead:2@1790000000000' },
};
const by = (secret: string) => (text: string) => createHmac('sha256', secret).update(text).digest('hex');
const read = (cursor: string, secrets: readonly string[], caller = PLACE) =>
  readCursor(cursor, caller, (text) => secrets.map((secret) => by(secret)(text)));
const bodyOf = (cursor: string): string => Buffer.from(cursor.split('.')[0] ?? '', 'base64url').toString();

describe('a cursor of the feed', () => {
  it('leads back to its place, also under a secret of before', () => {
    const cursor = writeCursor(PLACE, by('one'));
    expect(read(cursor, ['one'])).to.deep.equal(PLACE);
    expect(read(cursor, ['two', 'one', 'three'])).to.deep.equal(PLACE);
    expect(read(cursor, ['two'])).to.equal('malformed');
    const start = { ...PLACE, position: 0, mark: '' };
    expect(read(writeCursor(start, by('one')), ['one'])).to.deep.equal(start);
  });

  it('does not tell how many changes all affiliates had', () => {
    const next = { ...PLACE, position: PLACE.position + 1, mark: 'lead:3@1790000000001' };
    const [one, other] = [PLACE, next].map((place) => bodyOf(writeCursor(place, by('one'))));
    for (const body of [one, other])
      expect(body).to.not.contain('48213').and.not.contain((48_213).toString(16));
    const hidden = [one, other].map((body) => BigInt(`0x${(JSON.parse(body ?? '') as string[])[3] ?? ''}`));
    expect(hidden[0]! ^ hidden[1]!).to.not.equal(BigInt(48_213 ^ 48_214));
  });
});
