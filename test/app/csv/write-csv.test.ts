import { expect } from 'chai';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { csvChunks, csvRows } from '../../../src/app/csv/write-csv.js';

/** How spreadsheets begin a formula, also in full-width characters. */
const FORMULAS = [
  '=HYPERLINK("http://evil.example","x")',
  '+1+1',
  '-1+1',
  '@SUM(A1)',
  '\t=1',
  '\r=1',
  '＝1+1',
];

describe('CSV that Leadkeep writes', () => {
  for (const formula of FORMULAS)
    it(`defuses a text that begins like a formula: ${JSON.stringify(formula)}`, () => {
      expect(parse(csvRows([[formula, 'x']]), { record_delimiter: '\n' })).to.deep.equal([
        [`'${formula}`, 'x'],
      ]);
    });

  it('keeps numbers and amounts as numbers, also negative ones', () => {
    expect(csvRows([[-5, 0, { cents: -1250 }, { cents: 5 }, { cents: 100_000_000 }]])).to.equal(
      '-5,0,-12.50,0.05,1000000.00',
    );
  });

  it('leaves an empty cell where there is no value', () => {
    expect(csvRows([['a', null, undefined, '', 'b']])).to.equal('a,,,,b');
  });

  it('gives a parser back what was written, formulas aside', () => {
    const cell = fc.string().filter((text) => !/^[=+\-@\t\r＝＋－＠]/u.test(text));
    fc.assert(
      fc.property(fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1 }), (rows) => {
        const width = Math.min(...rows.map(({ length }) => length));
        const equal = rows.map((row) => row.slice(0, width));
        const read = parse(csvRows(equal), { bom: false, relax_column_count: false, record_delimiter: '\n' });
        expect(read).to.deep.equal(equal);
      }),
    );
  });

  it('writes long lists in chunks that are the same text', async () => {
    const rows = Array.from({ length: 1_234 }, (_, n) => [n, `row ${n}`]);
    const chunks: string[] = [];
    for await (const chunk of csvChunks(['n', 'text'], rows)) chunks.push(chunk);
    expect(chunks.length).to.be.greaterThan(1);
    expect(chunks.join('\n')).to.equal(csvRows([['n', 'text'], ...rows]));
  });

  it('writes the names of the columns alone for an empty list', async () => {
    const chunks: string[] = [];
    for await (const chunk of csvChunks(['a', 'b'], [])) chunks.push(chunk);
    expect(chunks).to.deep.equal(['a,b']);
  });
});
