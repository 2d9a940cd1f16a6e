import { expect } from 'chai';
import { readLeadFile } from '../../src/app/lead-files/read-lead-file.js';
import { settleAct } from '../../src/app/settle/settle-leads.js';

const readSettleFile = (text: string) =>
  readLeadFile(text, settleAct({} as never, { by: 'ann', why: 'the file' }).file);

const ID = '20000000-0000-4000-8000-00000000000a';

describe('attack: a buyer’s file that says two things of one lead', () => {
  const files: [string, string, string][] = [
    ['outcome', `id,outcome,price,outcome\n${ID},rejected,12,accepted\n`, 'outcome'],
    ['outcome in other letters', `id,Outcome,price,OUTCOME \n${ID},accepted,12,rejected\n`, 'outcome'],
    ['reference', 'reference,outcome,reference\nT-1,accepted,T-2\n', 'reference'],
    ['id', `id,outcome,"id"\n${ID},accepted,${ID}\n`, 'id'],
    ['reason', `id,outcome,reason,reason\n${ID},rejected,Too young,Too old\n`, 'reason'],
  ];
  for (const [name, text, column] of files)
    it(`settles nothing: ${name}`, () => {
      expect(readSettleFile(text)).to.deep.include({
        rows: [],
        faults: [{ line: 1, why: `there are several columns ${column}` }],
      });
    });

  it('leaves repeated columns alone that are not read', () => {
    const { rows, faults } = readSettleFile(`id,note,outcome,note\n${ID},a,accepted,b\n`);
    expect(faults).to.deep.equal([]);
    expect(rows).to.deep.equal([{ line: 2, verdict: 'accepted', id: ID }]);
  });
});
