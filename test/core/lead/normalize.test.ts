import { expect } from 'chai';
import { normalize, type PartKind } from '../../../src/core/lead/identity.js';

const VECTORS: readonly [PartKind, string, string | undefined][] = [
  ['email', '  Jane.Doe+x@Example.COM ', 'jane.doe+x@example.com'],
  ['email', 'jane@localhost', undefined],
  ['email', 'jane', undefined],
  ['email', '', undefined],
  ['phone', '(608) 555-0142', '6085550142'],
  ['phone', '+1 608 555 0142', '6085550142'],
  ['email', 'ann@bücher.example', 'ann@xn--bcher-kva.example'],
  ['phone', '555-0142', undefined],
  ['phone', '6085550142.0', undefined],
  ['name', ' Zoë ', 'zoe'],
  ['name', 'JOSÉ  María', 'jose maria'],
  ['name', "O'Brien", 'obrien'],
  ['name', 'Anne-Marie', 'annemarie'],
  ['name', 'Straße', 'strasse'],
  ['name', 'STRAẞE', 'strasse'],
  ['name', 'Søren Ærø', 'soren aero'],
  ['name', 'Łukasz', 'lukasz'],
  ['name', 'Đorđe', 'dorde'],
  ['name', 'Þór Ćœur', 'thor coeur'],
  ['name', 'İpek Işık', 'ipek isik'],
  ['name', 'ﬁona', 'fiona'],
  ['name', 'Jose\u0301', 'jose'],
  ['name', 'Jane\u00a0\tDoe', 'jane doe'],
  ['name', '김민준', '김민준'],
  ['name', 'Nguyễn', 'nguyen'],
  ['name', '- . -', undefined],
  ['street', '12 N. Main St., Apt #5', '12 n main st apt 5'],
  ['street', '１２ Main', '12 main'],
  ['zip', '53703-1234', '53703'],
  ['zip', ' 53703 ', '53703'],
  ['zip', '5370', undefined],
  ['zip', '2134.0', undefined],
  ['dob', '1990-02-28', '1990-02-28'],
  ['dob', ' 02/28/1990 ', '1990-02-28'],
  ['dob', '02/29/1990', undefined],
  ['dob', '28/02/1990', undefined],
  ['dob', '2/8/1990', undefined],
  ['dob', '1990', undefined],
];

describe('normalize', () => {
  for (const [kind, text, normal] of VECTORS)
    it(`${kind} ${JSON.stringify(text)} → ${normal ?? 'not usable'}`, () => {
      expect(normalize(kind, text)).to.equal(normal);
    });

  it('leaves a normal form as it is', () => {
    for (const [kind, , normal] of VECTORS)
      if (normal !== undefined) expect(normalize(kind, normal)).to.equal(normal);
  });
});
