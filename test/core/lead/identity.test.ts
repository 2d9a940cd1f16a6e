import { createHash } from 'node:crypto';
import { expect } from 'chai';
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

  it('has both spellings of a domain, because others may have hashed either', () => {
    const hexes = (email: string) => identityForms({ personal: { email } }).map(({ hex }) => hex);
    const both = [sha256('ann@xn--bcher-kva.example'), sha256('ann@bücher.example')];
    expect(hexes('Ann@Bücher.example')).to.deep.equal(both);
    expect(hexes('ann@xn--bcher-kva.example')).to.deep.equal(both);
    expect(hexes('ＪＡＮＥ@example.com')).to.deep.equal([sha256('jane@example.com')]);
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
