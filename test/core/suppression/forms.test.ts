import { createHash } from 'node:crypto';
import { expect } from 'chai';
import { furtherForms, suppressionForm, type SuppressedBy } from '../../../src/core/suppression/forms.js';

const sha = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex');
const md5 = (text: string): string => createHash('md5').update(text, 'utf8').digest('hex');

/** What is given, and the published form whose SHA-256 it means (docs/suppression.md#published-forms). */
const FORMS: readonly (readonly [SuppressedBy, string, string])[] = [
  ['email', ' Ann.Lee@Example.com ', 'ann.lee@example.com'],
  ['phone', '+1 (608) 555-0100', '6085550100'],
  ['domain', '@Example.com.', 'example.com'],
  ['domain', 'mail.example.co.uk', 'mail.example.co.uk'],
  ['domain', '@Bücher.Example', 'xn--bcher-kva.example'],
  ['domain', 'XN--BCHER-KVA.example.', 'xn--bcher-kva.example'],
  ['domain', 'परीक्षा.उदाहरण', 'xn--11b5bs3a9aj6g.xn--p1b6ci4b4b3a'],
  ['email', 'Ann@Bücher.Example', 'ann@xn--bcher-kva.example'],
];
const UNREADABLE: readonly (readonly [SuppressedBy, string])[] = [
  ['email', 'ann.example.com'],
  ['email', '“ann@example.com”'],
  ['email', "'ann@example.com"],
  ['email', '=ann@example.com'],
  ['email', 'ann@example.com/'],
  ['phone', '555-0100'],
  ['phone', '6085550142.0'],
  ['phone', '+44 20 7946 0958'],
  ['phone', '608-555-0142 x55'],
  ['phone', md5('6085550100')],
  ['domain', 'localhost'],
  ['domain', 'ann@example.com'],
  ['domain', ''],
];

describe('the forms of the suppression list', () => {
  for (const [by, given, form] of FORMS)
    it(`${by} ${given}`, () => {
      expect(suppressionForm(by, given)).to.deep.equal({ kind: by, hex: sha(form) });
      expect(suppressionForm(by, sha(form).toUpperCase())).to.deep.equal({ kind: by, hex: sha(form) });
    });
  for (const [by, given] of UNREADABLE)
    it(`no ${by}: ${given}`, () => {
      expect(suppressionForm(by, given)).to.equal(undefined);
    });

  it('an e-mail address as MD5 is a kind of its own', () => {
    const hex = md5('ann@example.com');
    expect(suppressionForm('email', hex)).to.deep.equal({ kind: 'email_md5', hex });
  });

  it('a person is found by domain and MD5 too', () => {
    expect(furtherForms({ personal: { email: 'Ann@Mail.Example.com' } })).to.deep.equal([
      { kind: 'domain', hex: sha('mail.example.com') },
      { kind: 'email_md5', hex: md5('ann@mail.example.com') },
    ]);
    expect(furtherForms({ personal: { phone: '6085550100' } })).to.deep.equal([]);
  });

  it('a person is found by both spellings of a domain', () => {
    for (const email of ['ann@bücher.example', 'ann@xn--bcher-kva.example'])
      expect(furtherForms({ personal: { email } })).to.deep.equal([
        { kind: 'domain', hex: sha('xn--bcher-kva.example') },
        { kind: 'domain', hex: sha('bücher.example') },
        { kind: 'email_md5', hex: md5('ann@xn--bcher-kva.example') },
        { kind: 'email_md5', hex: md5('ann@bücher.example') },
      ]);
  });
});
