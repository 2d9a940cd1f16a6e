import { expect } from 'chai';
import { readSettleFile } from '../../../src/app/settle/read-settle-file.js';

const ID = '20000000-0000-4000-8000-00000000000A';

describe('a buyer’s file', () => {
  it('is read by the names of its columns', () => {
    const text = `\uFEFFOutcome,ID ,Reason,price\r\nAccepted,${ID},,12\r\n\r\nrejected,${ID},"Wrong, number",\r\n`;
    expect(readSettleFile(text)).to.deep.equal({
      faults: [],
      rows: [
        { line: 2, verdict: 'accepted', id: ID.toLowerCase() },
        { line: 4, verdict: 'rejected', id: ID.toLowerCase(), reason: 'Wrong, number' },
      ],
    });
    const spaced = `reference , outcome\n T-1 , accepted`;
    expect(readSettleFile(spaced).rows).to.deep.equal([{ line: 2, verdict: 'accepted', reference: 'T-1' }]);
    expect(readSettleFile('reference,outcome,price;tax,price;tax\nT-1,accepted,1,2').faults).to.deep.equal(
      [],
    );
    const broken = 'reference,outcome,na\ufffdme\nT-1,accepted,M\ufffdller';
    expect(readSettleFile(broken).faults, 'in a column that is not read').to.deep.equal([]);
    const beside = `id,reference,outcome\n${ID},T\ufffd1,accepted`;
    expect(readSettleFile(beside).faults, 'in a reference beside an id').to.deep.equal([]);
    expect(readSettleFile('reference,outcome\nT-1,accepted').rows).to.deep.equal([
      { line: 2, verdict: 'accepted', reference: 'T-1' },
    ]);
  });

  it('may have the keys of requests, which name a submission', () => {
    const { rows } = readSettleFile(`id,outcome\n${ID}:12,accepted`);
    expect(rows).to.deep.equal([{ line: 2, verdict: 'accepted', id: ID.toLowerCase(), submission: 12 }]);
  });

  const refused: [string, string, number, RegExp][] = [
    ['nothing', '', 0, /no row/],
    ['names alone', 'id,outcome\n', 0, /no row/],
    ['no outcome', `id\n${ID}`, 1, /no column outcome/],
    [
      'a column twice',
      `id,outcome,outcome\n${ID},accepted,rejected`,
      1,
      /^there are several columns outcome$/,
    ],
    ['an id twice', `id,id,outcome\n${ID},${ID},rejected`, 1, /^there are several columns id$/],
    ['semicolons under an empty line', `\n\nid;outcome\r\n${ID};accepted`, 1, /by semicolons$/],
    ['semicolons', `\uFEFFid;outcome\r\n${ID};accepted`, 1, /^columns are separated by commas, not by semic/],
    ['tabs', `id\toutcome\treason\n${ID}\trejected\tNo, never`, 1, /by commas, not by tabs$/],
    ['no id', 'email,outcome\na,accepted', 1, /no column id or reference/],
    ['another outcome', `id,outcome\n${ID},maybe`, 2, /"maybe", and must be accepted or rejected/],
    ['no outcome in a row', `id,outcome\n${ID},`, 2, /must be accepted or rejected/],
    ['an id that is none', 'id,outcome\n12,accepted', 2, /"12" is none/],
    ['a key that is none', `id,outcome\n${ID}:02,accepted`, 2, /:02" is none$/],
    ['neither id nor reference', 'id,reference,outcome\n,,accepted', 2, /no id and no reference/],
    ['a row too short', `id,outcome\n${ID}`, 2, /is no CSV/],
    ['a broken reason', `id,outcome,reason\n${ID},rejected,Stra\ufffde`, 2, /^the reason is not UTF-8 text/],
    ['a broken reference', 'reference,outcome\nT\ufffd1,accepted', 2, /^the reference is not UTF-8 text/],
    ['an open quote', `id,outcome\n"${ID},accepted`, 2, /is no CSV/],
  ];
  for (const [name, text, line, why] of refused)
    it(`is refused: ${name}`, () => {
      const { rows, faults } = readSettleFile(text);
      expect(rows).to.deep.equal([]);
      const [fault] = faults;
      expect(fault?.line).to.equal(line);
      expect(fault?.why).to.match(why);
    });
});
