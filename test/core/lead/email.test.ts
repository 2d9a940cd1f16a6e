import { expect } from 'chai';
import { emailOf } from '../../../src/core/people/person.js';
import {
  asciiDomain,
  domainSpellings,
  emailSpellings,
  foldEmail,
  isEmail,
} from '../../../src/core/lead/email.js';

/** Spellings of one address, and its normalized form. */
const SAME: readonly (readonly [string, readonly string[]])[] = [
  ['ann@example.com', ['ann@example.com', ' Ann@Example.COM ', 'ａｎｎ＠example.com', 'ann@example．com']],
  [
    'ann@xn--bcher-kva.example',
    [
      ...[
        'ann@bücher.example',
        'ANN@BÜCHER.EXAMPLE',
        'ann@bu\u0308cher.example',
        'ann@xn--bcher-kva.example',
      ],
      ...['Ann@XN--Bcher-KVA.Example', 'ann@ｂücher.example'],
    ],
  ],
  ['ann@mail.xn--bcher-kva.example', ['ann@mail.bücher.example', 'ann@mail.bücher。example']],
  ['ann@xn--strae-oqa.example', ['ann@straße.example', 'ann@STRAẞE.example', 'ann@xn--strae-oqa.example']],
  ['ann@strasse.example', ['ann@strasse.example']],
  ['ann@xn--pxavbq.example', ['ann@οδοσ.example', 'ann@ΟΔΟΣ.example']],
  ['ann@xn--ls8h.example', ['ann@💩.example', 'ann@xn--ls8h.example']],
  ['ann@xn--4dbcagdahymbxekheh6e0a7fei0b.example', ['ann@למההםפשוטלאמדבריםעברית.example']],
  ['ann@xn--11b5bs3a9aj6g.xn--p1b6ci4b4b3a', ['ann@परीक्षा.xn--p1b6ci4b4b3a']],
  // The name keeps its own letters: only domains have an ASCII form.
  ['jané@xn--exmple-cua.example', ['jané@exämple.example', 'JANÉ@xn--exmple-cua.example']],
];

/** Domains that are what they are: of ASCII alone, or without an ASCII form. */
const AS_THEY_ARE = [
  '1.2',
  '127.1',
  '0x7f.1',
  'my_host.example',
  'a--b.example',
  '-a.example',
  "o'neil.example",
];
const WITHOUT_ASCII = [
  'xn--a.example',
  'xn--.example',
  'bücher.xn--a',
  'xn--example-.example',
  'xn--bücher.example',
];

/** Addresses as people have them, however odd. */
const ADDRESSES = [
  ...[
    "o'brien@example.com",
    'o’neill@example.com',
    'a+b@example.com',
    '_a@example.com',
    'a_-@example.com',
    '1@example.com',
  ],
  ...[
    'a/b=c!#$%&*?^`{|}~@example.com',
    'a.@example.com',
    'é@example.com',
    '김@example.com',
    'a@my_host.example',
  ],
  ...['a@-a.example', 'a@a--b.example', 'a@1.2'],
];
/** What stands around addresses, and belongs to none. */
const AROUND = [
  ...[
    '“a@x.com”',
    '‘a@x.com’',
    '„a@x.com“',
    '«a@x.com»',
    '‹a@x.com›',
    '「a@x.com」',
    '＂a@x.com＂',
    '`a@x.com`',
  ],
  ...["'a@x.com", "'a@x.com'", "a@x.com'", 'a@x.com’', 'a@x.com”', '´a@x.com´', '′a@x.com′', '❝a@x.com❞'],
  ...[
    '=a@x.com',
    '＝a@x.com',
    '+a@x.com',
    '-a@x.com',
    '–a@x.com',
    '*a@x.com',
    '•a@x.com',
    '/a@x.com',
    '.a@x.com',
  ],
  ...[
    '#a@x.com',
    '&a@x.com',
    '|a@x.com',
    '~a@x.com',
    '?a@x.com',
    '$a@x.com',
    '%20a@x.com',
    '{a@x.com}',
    '^a@x.com',
  ],
  ...[
    'a@x.com/',
    'a@x.com／',
    'a@x.com?',
    'a@x.com?subject=a',
    'a@x.com!',
    'a@x.com=',
    'a@x.com#',
    'a@x.com&b',
  ],
  ...[
    'a@x.com|b',
    'a@x.com*',
    'a@x.com+',
    'a@x.com-',
    'a@x.com–',
    'a@x.com%20',
    'a@x.com~',
    'a@x.com…',
    'a@x.com.',
  ],
  ...['a@x/y.com', "a@o'neil.com", 'a@x+y.com', 'mailto:a@x.com', 'a@x.com/b@x.com', '<a@x.com>'],
];

describe('e-mail addresses', () => {
  for (const address of ADDRESSES)
    it(`${address} is one`, () => {
      expect([foldEmail(address), isEmail(address)]).to.deep.equal([address, true]);
    });
  for (const text of AROUND)
    it(`${text} is none`, () => {
      expect([foldEmail(text), isEmail(text)]).to.deep.equal([undefined, false]);
    });

  for (const [form, spellings] of SAME)
    for (const spelling of spellings)
      it(`${spelling} is ${form}`, () => {
        expect(foldEmail(spelling)).to.equal(form);
        expect(foldEmail(form)).to.equal(form);
        expect(emailSpellings(spelling)).to.deep.equal(emailSpellings(form));
      });

  for (const domain of [...AS_THEY_ARE, ...WITHOUT_ASCII])
    it(`${domain} stays, in lower case`, () => {
      expect(asciiDomain(domain.toUpperCase())).to.equal(domain);
      expect(domainSpellings(domain)).to.deep.equal([domain]);
    });

  it('finds an account by either spelling', () => {
    for (const email of ['Ann@Bücher.example', ' ann@XN--BCHER-KVA.example '])
      expect(emailOf(email)).to.equal('ann@xn--bcher-kva.example');
    expect(emailOf('Ann@localhost')).to.equal('ann@localhost');
    for (const no of ['', 'ann', 'ann@', '@example.com', 'ann@a@example.com'])
      expect(emailOf(no)).to.equal(undefined);
  });

  it('has two spellings where the domain has', () => {
    expect(emailSpellings('Ann@example.com')).to.deep.equal(['ann@example.com']);
    expect(emailSpellings('Ann@xn--bcher-kva.example')).to.deep.equal([
      'ann@xn--bcher-kva.example',
      'ann@bücher.example',
    ]);
    expect(emailSpellings('ann')).to.deep.equal([]);
  });

  it('folding a folded address changes nothing, whatever letter it has', () => {
    for (let code = 0x21; code < 0x1_f000; code += 1) {
      const letter = String.fromCodePoint(code);
      // Ideographs and the like, without case or another form, are alike.
      if (code % 16 > 0 && /[\p{Lo}\p{Cn}]/u.test(letter) && letter.normalize('NFKC') === letter) continue;
      for (const text of [`a${letter}b@example.com`, `a@a${letter}b.example.com`]) {
        const folded = foldEmail(text);
        if (folded !== undefined) expect(foldEmail(folded), code.toString(16)).to.equal(folded);
      }
    }
  });

  it('is quick on a long text', () => {
    expect(foldEmail(`a@${'ä.'.repeat(30_000)}`)).to.equal(undefined);
  });
});
