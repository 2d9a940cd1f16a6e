import { expect } from 'chai';
import { createOpenStreams, type OpenStream } from '../../src/api/streams/open-streams.js';

describe('open streams', () => {
  const stream = (told: string[], name: string): OpenStream => ({
    beat: () => undefined,
    isAllowed: () => Promise.resolve(true),
    refusal: () => undefined,
    revoke: () => told.push(`${name} revoked`),
    refused: () => told.push(`${name} refused`),
    end: () => told.push(`${name} ended`),
  });

  it('all end when the process drains, also one that is just beginning, and none begins any more', () => {
    const told: string[] = [];
    const open = createOpenStreams(3);
    open.reserve('k1').fill(stream(told, 'a'));
    const beginning = open.reserve('k2');
    open.close();
    beginning.fill(stream(told, 'b'));
    expect(told).to.deep.equal(['a ended', 'b ended']);
    expect(() => open.reserve('k1')).to.throw('web is not available');
  });

  it('a key has so many places, and gets each back once', () => {
    const open = createOpenStreams(2);
    const places = [open.reserve('k'), open.reserve('k')];
    expect(() => open.reserve('k')).to.throw();
    open.reserve('other').leave();
    places[0]?.leave();
    places[0]?.leave();
    open.reserve('k');
    expect(() => open.reserve('k')).to.throw();
    open.close();
  });
});
