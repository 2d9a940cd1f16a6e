import { expect } from 'chai';
import { readLeadFile } from '../../../src/app/lead-files/read-lead-file.js';
import { settleAct } from '../../../src/app/settle/settle-leads.js';

const readSettleFile = (text: string) =>
  readLeadFile(text, settleAct({} as never, { by: 'ann', why: 'the file' }).file);

const ID = '20000000-0000-4000-8000-00000000000A';

describe('a buyer’s file', () => {
  it('is read by the names of its columns', () => {
    const text = `\uFEFFOutcome,ID ,Reason,price\r\nAccepted,${ID},,12\r\n\r\nrejected,${ID},"Wrong, number",\r\n`;
    expect(readSettleFile(text)).to.deep.include({
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

  for (const [name, text] of [
    ['semicolons', `\uFEFFid;outcome;reason\r\n${ID};rejected;No, never`],
    ['semicolons under empty lines', `\n\nid;outcome;reason\r\n${ID};rejected;No, never`],
    ['tabs', `id\toutcome\treason\n${ID}\trejected\tNo, never`],
    ['the separator that a first line names', `sep=|\r\nid|outcome|reason\r\n${ID}|rejected|No, never`],
    [
      'the same behind a mark, in quotation marks',
      `\uFEFF"sep=;"\nid;outcome;reason\n${ID};rejected;No, never`,
    ],
    ['rows of separators alone', `id;outcome;reason\n;;\n${ID};rejected;No, never\n ; ;\n;;\n`],
    ['old line ends', `id,outcome,reason\r${ID},rejected,"No, never"\r`],
  ] as const)
    it(`may have ${name}`, () => {
      const { rows, faults } = readSettleFile(text);
      expect(faults).to.deep.equal([]);
      const [row] = rows;
      expect(row).to.include({ id: ID.toLowerCase(), verdict: 'rejected', reason: 'No, never' });
    });

  it('names each row by the line on which it begins', () => {
    const lines = [
      'sep=,',
      'id,outcome,note',
      `${ID},accepted,"a`,
      'b"',
      '',
      `${ID},accepted,"c`,
      '',
      'd"',
      `${ID},accepted,`,
    ];
    const { rows } = readSettleFile(lines.join('\r\n'));
    expect(rows.map(({ line }) => line)).to.deep.equal([3, 6, 9]);
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
    ['no id', 'name,outcome\na,accepted', 1, /^there is no column id or reference$/],
    [
      'by e-mail address',
      'E-Mail,outcome\na@example.com,accepted',
      1,
      /leadkeep lead find --email or --phone/,
    ],
    ['by phone', 'Mobile Phone;outcome\n6085550142;accepted', 1, /does not say which lead is meant/],
    [
      'UTF-16',
      Buffer.from(`id,outcome\n${ID},accepted`, 'utf16le').toString(),
      0,
      /^is not UTF-8 text: save the file as CSV UTF-8$/,
    ],
    ['another outcome', `id,outcome\n${ID},maybe`, 2, /"maybe", and must be accepted or rejected/],
    ['no outcome in a row', `id,outcome\n${ID},`, 2, /must be accepted or rejected/],
    ['an id that is none', 'id,outcome\n12,accepted', 2, /"12" is none/],
    ['a key that is none', `id,outcome\n${ID}:02,accepted`, 2, /:02" is none$/],
    ['neither id nor reference', 'id,reference,outcome\n,,accepted', 2, /no id and no reference/],
    ['a row cut off', `id,outcome\n${ID}`, 2, /^has 1 of 2 columns: the row may be cut off$/],
    ['a row too long', `id,outcome\n${ID},accepted,x`, 2, /^has 3 columns where the first line names 2/],
    ['a broken reason', `id,outcome,reason\n${ID},rejected,Stra\ufffde`, 2, /^the reason is not UTF-8 text/],
    ['a broken reference', 'reference,outcome\nT\ufffd1,accepted', 2, /^the reference is not UTF-8 text/],
    [
      'an open quote',
      `id,outcome\n"${ID},accepted\n${ID},accepted\n`,
      2,
      /^is not CSV: a quotation mark that begins/,
    ],
    ['a fault behind line breaks', `id,outcome,x\r\n\r\n\r\n12,accepted,"c\r\n\r\nd"\r\n`, 4, /"12" is none/],
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
