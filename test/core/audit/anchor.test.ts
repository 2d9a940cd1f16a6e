import { expect } from 'chai';
import { anchorLine, anchorText, parseAnchor, parseAnchorFile } from '../../../src/core/audit/anchor.js';

const A = { number: 12, hash: 'a'.repeat(64) };
const B = { number: 345, hash: '0f'.repeat(32) };

describe('anchors of the audit log', () => {
  it('are read as they are written, one or a file of them', () => {
    expect(parseAnchor(anchorText(A))).to.deep.equal(A);
    const file = `${anchorLine(new Date('2026-11-01T12:00:00Z'), A)}\n\n${anchorText(B)}\n`;
    expect(parseAnchorFile(file)).to.deep.equal({ anchors: [A, B] });
  });

  it('are read from lines of the log of a sweeper', () => {
    const line = JSON.stringify({
      level: 30,
      time: 1_795_000_000_000,
      audit_anchor: anchorText(A),
      msg: 'x',
    });
    expect(parseAnchorFile(line)).to.deep.equal({ anchors: [A] });
  });

  for (const text of [
    '',
    '12',
    `0:${A.hash}`,
    `-1:${A.hash}`,
    `12:${A.hash}a`,
    `12:${A.hash.slice(1)}`,
    `12:${A.hash.toUpperCase()}`,
  ])
    it(`refuses ${text.slice(0, 12)}…`, () => {
      expect(parseAnchor(text)).to.equal(undefined);
      expect(parseAnchorFile(`${anchorText(A)}\n${text} x`)).to.deep.equal({ anchors: [A], fault: 2 });
    });
});
