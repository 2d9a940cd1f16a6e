import { expect } from 'chai';
import { compileCatalogue } from '../../../src/core/catalogue/compile-catalogue.js';
import { EMPTY_DOCUMENT } from '../../../src/core/catalogue/document.js';
import { DEFAULT_BOOKS } from '../../../src/core/catalogue/types.js';
import { nextDocument } from '../../../src/core/catalogue/next-document.js';
import { campaign, document, offer } from './documents.js';

function next(...args: Parameters<typeof nextDocument>) {
  const result = nextDocument(...args);
  if (!result.ok) throw new Error(JSON.stringify(result.clashes));
  return result.document;
}

describe('nextDocument', () => {
  it('is what was given, where nothing came before', () => {
    expect(next(EMPTY_DOCUMENT, document())).to.deep.equal({ ...document(), books: DEFAULT_BOOKS });
  });

  const EUROS = { currency: 'EUR', time_zone: 'Europe/Berlin' };
  it('keeps four eyes that are left out, and takes what is given', () => {
    const after = (was: boolean | undefined, given: boolean | undefined) =>
      next(
        document(was === undefined ? {} : { four_eyes: was }),
        document(given === undefined ? {} : { four_eyes: given }),
      ).four_eyes;
    expect([after(true, undefined), after(true, false), after(undefined, true)]).to.deep.equal([
      ...[true, false, true],
    ]);
    expect(next(document(), document())).to.not.have.property('four_eyes');
  });

  it('keeps alerts that are left out, and replaces those that are given', () => {
    const alerts = { thresholds: { partner_faults: 3 }, channels: [] };
    const none = { thresholds: {}, channels: [] };
    expect(next(document({ alerts }), document()).alerts).to.deep.equal(alerts);
    expect(compileCatalogue(next(document({ alerts }), document()), 2).alerts).to.deep.equal(alerts);
    expect(next(document({ alerts }), document({ alerts: none })).alerts).to.deep.equal(none);
  });

  for (const [what, before, given, books] of [
    ['the defaults where no version ever had them', undefined, undefined, DEFAULT_BOOKS],
    ['those given', undefined, EUROS, EUROS],
    ['those before, where the group is left out', EUROS, undefined, EUROS],
    [
      'the zone before, where only a currency is given',
      EUROS,
      { currency: 'USD' },
      { ...EUROS, currency: 'USD' },
    ],
    [
      'the currency before, where only a zone is given',
      EUROS,
      { time_zone: 'UTC' },
      { ...EUROS, time_zone: 'UTC' },
    ],
    [
      'the default zone, where only a currency was ever given',
      undefined,
      { currency: 'EUR' },
      { currency: 'EUR', time_zone: 'UTC' },
    ],
  ] as const)
    it(`has as books ${what}`, () => {
      const after = next(document(before && { books: before }), document(given && { books: given }));
      expect(after.books).to.deep.equal(books);
      expect(compileCatalogue(after, 2).books).to.deep.equal(books);
    });

  it('retires what is no longer named, with what it refers to', () => {
    const after = next(document(), EMPTY_DOCUMENT);
    expect([after.offers[0], after.campaigns[0]].map((entry) => entry?.status)).to.deep.equal([
      'retired',
      'retired',
    ]);
    expect(compileCatalogue(after, 2).campaigns.get('C')?.offers.get('O')?.offer.status).to.equal('retired');
  });

  it('brings back what is named again, and keeps the rest retired', () => {
    const gone = next(document(), EMPTY_DOCUMENT);
    const after = next(gone, document({ campaigns: [] }));
    expect(after.offers.map(({ status }) => status)).to.deep.equal(['active']);
    expect(after.campaigns.map(({ status }) => status)).to.deep.equal(['retired']);
  });

  it('takes another handle for the same id as a new name', () => {
    const after = next(document(), document({ offers: [offer({ handle: 'rn' })] }));
    expect(after.offers.map(({ handle, status }) => [handle, status])).to.deep.equal([['rn', 'active']]);
  });

  it('refuses another id for the same handle', () => {
    const given = document({ offers: [offer({ id: 'O2' })], campaigns: [campaign({ offers: [] })] });
    expect(nextDocument(document(), given)).to.deep.equal({
      ok: false,
      clashes: [{ kind: 'offer', handle: 'nursing', id: 'O' }],
    });
  });
});
