import { expect } from 'chai';
import {
  faultsUnder,
  handleOf,
  hasPlace,
  onTop,
  placeWords,
  put,
  tidied,
  valueAt,
} from '../../console/src/screens/entries/values.js';
import { describeEntries } from '../../src/platform/catalogue-files/describe-entries.js';

const FIELDS = describeEntries().offer.flatMap(({ fields }) => fields);

describe('what a form makes of an entry', () => {
  const entry = { name: 'A', caps: [{ window: 'day', limit: 2 }] };

  it('changes one value, and keeps all others as they are', () => {
    const next = put(entry, ['caps', 0, 'limit'], 3) as typeof entry;
    expect(next).to.deep.equal({ name: 'A', caps: [{ window: 'day', limit: 3 }] });
    expect(put(entry, ['name'], undefined)).to.deep.equal({ caps: entry.caps });
    expect(valueAt(next, 'caps[0].limit')).to.equal(3);
  });

  it('saves keys in the order of the form, but leaves an order that the file has', () => {
    const typed = { name: 'A', buyer: 'b', programs: [{ label: 'BSN', value: 'bsn' }], handle: 'a' };
    expect(Object.keys(tidied(typed, FIELDS, {}))).to.deep.equal(['name', 'handle', 'buyer', 'programs']);
    const given = { offer_type: 'shared', handle: 'a', name: 'A', price: 2 };
    expect(Object.keys(tidied({ ...given, status: 'paused' }, FIELDS, given))).to.deep.equal([
      ...['offer_type', 'handle', 'name', 'status', 'price'],
    ]);
  });

  it('leaves out groups and tests that nothing was typed into, in rules of rules too', () => {
    const typed = {
      duplicates: {},
      returns: {},
      eligibility: [{ any: [{ field: 'age', min: null, max: 60 }] }],
    };
    expect(tidied(typed, FIELDS, {})).to.deep.equal({
      returns: {},
      eligibility: [{ any: [{ field: 'age', max: 60 }] }],
    });
  });

  it('puts what is typed on top of what another person stored', () => {
    const read = { name: 'A', price: 1, tcpa_text: 'Old', status: 'paused' };
    const typed = { name: 'A', price: 2, tcpa_text: 'Old' };
    const stored = { name: 'B', price: 3, tcpa_text: 'New', status: 'paused', result_ttl: '1h' };
    expect(onTop(read, typed, stored)).to.deep.equal({
      ...{ name: 'B', price: 2, tcpa_text: 'New', result_ttl: '1h' },
    });
  });

  for (const [path, isPlaced, words] of [
    ['price', true, ['Price']],
    ['caps[1].limit', true, ['Caps', 'cap 2', 'Limit']],
    ['eligibility[0].any[1].in[0]', true, ['Rules', 'rule 1', 'One of these', 'rule 2', 'is one of']],
    ['delivery.headers.X-Key', true, ['Delivery', 'Headers']],
    ['caps[0].nonsense', false, ['Caps', 'cap 1']],
    ['nonsense', false, []],
    ['', false, []],
  ] as const)
    it(`${isPlaced ? 'has' : 'has no'} field for a fault at "${path}"`, () => {
      expect([hasPlace(FIELDS, path), placeWords(FIELDS, path)]).to.deep.equal([isPlaced, words]);
    });

  it('gives a field the faults in it alone', () => {
    const faults = ['caps', 'caps[0].limit', 'caps_of_all'].map((path) => ({ path, message: 'So' }));
    expect(faultsUnder(faults, 'caps').map(({ path }) => path)).to.deep.equal(['', '[0].limit']);
  });

  for (const [name, handle] of [
    ['Summit College & Co', 'summit-college-co'],
    ['  Université Été ', 'universite-ete'],
    ['---', ''],
  ])
    it(`makes the handle "${handle}" of "${name}"`, () => {
      expect(handleOf(name ?? '')).to.equal(handle);
    });
});
