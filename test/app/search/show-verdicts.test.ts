import { expect } from 'chai';
import { showVerdicts } from '../../../src/app/search/show-verdicts.js';
import type { CatalogueVersion } from '../../../src/app/ports/catalogue-store.js';
import type { Catalogue } from '../../../src/core/catalogue/types.js';
import { documentOf } from '../../support/catalogue-document.js';
import { IDS, testCatalogue } from '../../support/catalogue.js';
import { testSearch } from '../../support/records.js';

const onlyIn = (version: number, state: string): Catalogue =>
  testCatalogue({
    version,
    offers: {
      [IDS.shared]: {
        eligibility: [{ field: 'address.state', when_missing: 'fail', test: { in: [state] } }],
      },
    },
  });
const OLD = onlyIn(3, 'IL');
const position = [...(OLD.campaigns.get(IDS.campaign)?.offers.keys() ?? [])].indexOf(IDS.shared);
const search = testSearch({
  catalogue_version: 3,
  verdicts: [],
  ruled_out: {
    ...{ run: 1, rules: `${'0'.repeat(position)}1` },
    said: [{ field: 'address.state', words: 'says WI' }],
  },
});
const REFUSED = {
  ...{ offer_id: IDS.shared, returned: false },
  refusal: {
    ...{ check: 'eligibility', code: 'NOT_ELIGIBLE', why: 'address.state' },
    detail: { takes: 'State is IL', lead: 'says WI' },
  },
};

describe('the verdicts of a stored search', () => {
  const read: number[] = [];
  const versions = {
    read: (version: number) => {
      read.push(version);
      const stored = { version, document: documentOf(OLD) } as CatalogueVersion;
      return Promise.resolve(version === 3 ? stored : null);
    },
  };
  beforeEach(() => read.splice(0));

  it('come from the version in force without a command', async () => {
    expect((await showVerdicts(versions, search, OLD)).verdicts).to.deep.equal([REFUSED]);
    expect(read).to.deep.equal([]);
  });

  it('come from the version of the search, whatever is in force now', async () => {
    expect((await showVerdicts(versions, search, onlyIn(4, 'CA'))).verdicts).to.deep.equal([REFUSED]);
    expect(read).to.deep.equal([3]);
  });

  it('are those of the record where no rule ruled an offer out', async () => {
    const { ruled_out: _, ...whole } = search;
    expect(await showVerdicts(versions, whole)).to.equal(whole);
    expect(read).to.deep.equal([]);
  });
});
