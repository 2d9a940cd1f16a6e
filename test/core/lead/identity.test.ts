import { createHash } from 'node:crypto';
import { expect } from 'chai';
import { foldEmail } from '../../../src/core/lead/field-value.js';
import { hashPart, identityForms, identityFormsOf, partHashes } from '../../../src/core/lead/identity.js';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

const LEAD = {
  personal: {
    email: 'Zoe@Example.com',
    phone: '6085550142',
    first_name: 'Zoë',
    last_name: "O'Brien",
    date_of_birth: '1990-02-28',
  },
  address: { address_line_1: '12 N. Main St.', zip_code: '53703' },
};

describe('identity', () => {
  it('hashes the normalised parts of a lead', () => {
    expect(partHashes(LEAD)).to.deep.equal({
      email: sha256('zoe@example.com'),
      phone: sha256('6085550142'),
      first_name: sha256('zoe'),
      last_name: sha256('obrien'),
      address: sha256('12 n main st'),
      zip: sha256('53703'),
      dob: sha256('1990-02-28'),
    });
  });

  it('is the published vector', () => {
    expect(hashPart('email', ' Jane@Example.com')).to.equal(
      '8c87b489ce35cf2e2f39f80e282cb2e804932a56a213983eeeb428407d43b52d',
    );
  });

  it('leaves out parts that are missing or cannot be normalised', () => {
    expect(partHashes({ personal: { first_name: '--', phone: '123' }, address: {} })).to.deep.equal({});
    expect(hashPart('zip', '123')).to.equal(undefined);
  });

  it('joins composites from the hashes of their parts, in order', () => {
    const parts = partHashes(LEAD);
    expect(identityForms(LEAD)).to.deep.equal([
      { kind: 'email', hex: parts.email },
      { kind: 'phone', hex: parts.phone },
      { kind: 'name_address', hex: [parts.first_name, parts.last_name, parts.address].join(':') },
      { kind: 'name_dob_zip', hex: [parts.first_name, parts.last_name, parts.dob, parts.zip].join(':') },
    ]);
  });

  it('keeps the former identity of an address beside the folded one, where they differ', () => {
    const hexes = (email: string) =>
      identityForms({ personal: { email } }).map(({ kind, hex }) => [kind, hex]);
    const folded = ['email', sha256('jane@example.com')];
    expect(hexes('Jane@example.com')).to.deep.equal([folded]);
    expect(hexes('ＪＡＮＥ@example.com')).to.deep.equal([folded, ['email', sha256('ｊａｎｅ@example.com')]]);
    // Stored before it was refused: it is still found by what was stored.
    expect(hexes('ja\u00adne@example.com')).to.deep.equal([['email', sha256('ja\u00adne@example.com')]]);
  });

  it('folding a folded address changes nothing, whatever letter it has', () => {
    for (let code = 0x21; code < 0x1_f000; code += 1) {
      const folded = foldEmail(`a${String.fromCodePoint(code)}b@example.com`);
      if (folded !== undefined) expect(foldEmail(folded), code.toString(16)).to.equal(folded);
    }
  });

  const kindsOf = (parts: object): string[] => identityFormsOf(parts).map(({ kind }) => kind);
  const names = { first_name: 'a', last_name: 'b' };
  for (const [parts, kinds] of [
    [{}, []],
    [{ first_name: 'a' }, []],
    [{ zip: 'z', dob: 'd' }, []],
    [{ phone: 'p' }, ['phone']],
    [{ ...names, address: 's' }, ['name_address']],
    [{ ...names, dob: 'd' }, []],
    [{ ...names, dob: 'd', zip: 'z', email: 'e' }, ['email', 'name_dob_zip']],
  ] as const)
    it(`${Object.keys(parts).join('+') || 'nothing'} → ${kinds.join(', ') || 'no identity'}`, () => {
      expect(kindsOf(parts)).to.deep.equal(kinds);
    });
});
