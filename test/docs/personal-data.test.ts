import { expect } from 'chai';
import { Mongoose } from 'mongoose';
import { classOf, COLLECTIONS, INVENTORY, rowsOf } from '../../scripts/docs/personal/classify.js';
import { INDEXES, indexedCollections } from '../../src/platform/mongo/indexes.js';
import { SEALED_PATHS } from '../../src/platform/mongo/sealing/rotate-data-key.js';
import {
  boundKeyModel,
  claimModel,
  earlierResultModel,
  leadModel,
  searchModel,
} from '../../src/platform/mongo/stores/models.js';

/** Whether a path is classified, or all that may lie below it. */
const isKnown = (collection: string, path: string): boolean =>
  classOf(collection, path) !== undefined ||
  rowsOf(collection).some(({ paths }) => paths.some((known) => known.startsWith(`${path}.`)));

describe('the inventory of personal data', () => {
  it('has every member of the schemas', () => {
    const connection = new Mongoose().createConnection();
    const models = [leadModel, searchModel, earlierResultModel, claimModel, boundKeyModel].map((of) =>
      of(connection),
    );
    const unknown = models.flatMap(({ schema, collection: { name } }) =>
      Object.keys(schema.paths)
        .filter((path) => !isKnown(name, path))
        .map((path) => `${name}.${path}`),
    );
    expect(unknown).to.deep.equal([]);
  });

  it('has every collection and every member that has an index', () => {
    expect(COLLECTIONS).to.include.members(indexedCollections());
    const unknown = INDEXES.flatMap(({ collection, key }) =>
      Object.keys(key).flatMap((path) => (isKnown(collection, path) ? [] : [`${collection}.${path}`])),
    );
    expect(unknown).to.deep.equal([]);
  });

  it('has no sealed text that `data-keys rotate` passes by', () => {
    const sealed = INVENTORY.flatMap(({ collection, rows }) =>
      rows
        .filter((row) => row.class === 'sealed')
        .flatMap(({ paths }) => paths.filter((path) => /(^|\.)sealed$/.test(path)))
        .map((path) => `${collection} ${path}`),
    );
    expect(sealed).to.have.members([
      ...Object.entries(SEALED_PATHS).map(([collection, path]) => `${collection} ${path}`),
      'leads pending_effects.earlier.sealed', // for seconds
    ]);
  });

  it('takes the more exact path', () => {
    expect(classOf('leads', 'tracking.subid')).to.equal('clear');
    expect(classOf('leads', 'terms.reference')).to.equal('none');
    expect(classOf('leads', 'identities.key')).to.equal('hash');
    expect(classOf('leads', 'a_new_member')).to.equal(undefined);
    expect(classOf('a_new_collection', '_id')).to.equal(undefined);
  });

  it('names each path of a collection once', () => {
    for (const collection of COLLECTIONS) {
      const paths = rowsOf(collection).flatMap((row) => row.paths);
      expect(new Set(paths).size, collection).to.equal(paths.length);
    }
  });
});
