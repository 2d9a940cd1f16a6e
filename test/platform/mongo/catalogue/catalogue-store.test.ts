import { expect } from 'chai';
import { DEFAULT_BOOKS } from '../../../../src/core/catalogue/types.js';
import { EMPTY_DOCUMENT } from '../../../../src/core/catalogue/document.js';
import { createCatalogueStore } from '../../../../src/platform/mongo/catalogue/catalogue-store.js';
import type { CatalogueStore } from '../../../../src/app/ports/catalogue-store.js';
import {
  applyDocument,
  switchInCatalogue,
  type ChangeNote,
} from '../../../../src/app/catalogue/change-catalogue.js';
import { privateServices } from '../../../support/services.js';
import { createCatalogueFiles } from '../../../../src/platform/catalogue-files/catalogue-files.js';
import { BASE, documentOf } from '../../catalogue-files/base.js';

const AT = new Date('2026-11-21T10:00:00Z');
const NOTE: ChangeNote = { at: AT, by: 'ann@desk', how: 'apply' };

describe('catalogue versions in MongoDB', () => {
  const services = privateServices();
  let store: CatalogueStore;

  before(async () => {
    store = createCatalogueStore(await services.connection());
  });
  beforeEach(async () => {
    await (await services.connection()).collection('catalogue_versions').deleteMany({});
  });
  after(() => services.close());

  it('has none at first', async () => {
    expect(await store.currentVersion()).to.equal(0);
    expect(await store.current()).to.equal(null);
    expect(await store.read(1)).to.equal(null);
    expect(await store.history(10)).to.deep.equal([]);
  });

  it('gives back what was applied, whatever headers and programs are called', async () => {
    const document = documentOf(
      BASE.replaceAll('msn', '$m.sn').replace('headers: {', 'headers: { X.Trace$: "1",'),
    );
    const files = [{ name: 'catalogue.yaml', text: '# as they wrote it' }];
    await applyDocument(store, document, { ...NOTE, comment: 'first' }, { files });
    const stored = { ...document, books: DEFAULT_BOOKS };
    expect(await store.current()).to.deep.equal({ ...NOTE, comment: 'first', version: 1, document: stored });
    expect(await store.read(1), 'without its files').to.deep.equal(await store.current());
    expect(await store.files(1)).to.deep.equal(files);
    expect(await store.history(10)).to.deep.equal([{ ...NOTE, comment: 'first', version: 1 }]);
  });

  it('makes no version of no change, and none in a dry run', async () => {
    const dry = await applyDocument(store, documentOf(BASE), NOTE, { dryRun: true });
    expect(dry).to.deep.include({ outcome: 'changed', version: 1 });
    expect(await store.currentVersion()).to.equal(0);
    await applyDocument(store, documentOf(BASE), NOTE);
    const again = await applyDocument(store, documentOf(BASE), NOTE);
    expect(again).to.deep.equal({ outcome: 'unchanged', version: 1, changes: [] });
    expect(await store.currentVersion()).to.equal(1);
  });

  it('makes a version of another order alone', async () => {
    const document = documentOf(BASE);
    const offers = document.offers.map((offer) => ({ ...offer, programs: offer.programs.toReversed() }));
    await applyDocument(store, document, NOTE);
    const changed = await applyDocument(store, { ...document, offers }, NOTE);
    expect(changed).to.deep.include({ outcome: 'changed', version: 2 });
    expect((await store.current())?.document.offers).to.deep.equal(offers);
  });

  it('lets one of many who apply at once win and tells the others', async () => {
    const texts = Array.from({ length: 8 }, (_, n) => BASE.replace('price: 42.50', `price: ${n}`));
    const results = await Promise.all(texts.map((text) => applyDocument(store, documentOf(text), NOTE)));
    const outcomes = results.map(({ outcome }) => outcome);
    const versions = await store.history(10);
    expect(outcomes.filter((outcome) => outcome === 'changed')).to.have.length(versions.length);
    expect(outcomes.every((outcome) => outcome === 'changed' || outcome === 'conflict')).to.equal(true);
  });

  it('rolls back to an old version as a new one', async () => {
    await applyDocument(store, documentOf(BASE), NOTE);
    await applyDocument(store, EMPTY_DOCUMENT, NOTE);
    const old = await store.read(1);
    const back = await applyDocument(store, old!.document, {
      ...NOTE,
      how: 'rollback',
      subject: 'to version 1',
    });
    expect(back).to.deep.include({ outcome: 'changed', version: 3 });
    expect((await store.current())?.document).to.deep.equal({ ...documentOf(BASE), books: DEFAULT_BOOKS });
  });

  it('pauses beside somebody who applies', async () => {
    await applyDocument(store, documentOf(BASE), NOTE);
    const others = documentOf(BASE.replace('price: 42.50', 'price: 1'));
    const who = { at: AT, by: 'bob@desk' };
    const [, switched] = await Promise.all([
      applyDocument(store, others, NOTE),
      switchInCatalogue(
        store,
        createCatalogueFiles(),
        'pause',
        [{ kind: 'buyer', handle: 'lakeshore' }],
        who,
      ),
    ]);
    expect(switched.outcome).to.equal('switched');
    const history = await store.history(10);
    expect(history.find(({ how }) => how === 'pause')).to.deep.include({
      ...who,
      subject: 'buyer lakeshore',
    });
  });
});
