import { expect } from 'chai';
import { EMPTY_DOCUMENT, type CatalogueDocument } from '../../../../src/core/catalogue/document.js';
import { EMPTY_CATALOGUE } from '../../../../src/core/catalogue/types.js';
import { isToCome, type TimedChange } from '../../../../src/core/timed-changes/timed-change.js';
import { createCatalogueCache } from '../../../../src/platform/mongo/catalogue/catalogue-cache.js';
import { OutageError } from '../../../../src/app/outage.js';
import { timedPause } from '../../../support/timed-changes.js';
import { until as awaitThat } from '../../../support/until.js';
import { BASE, documentOf } from '../../catalogue-files/base.js';

/** A store in memory that can be away; `reads` counts whole documents. */
function fakeStore() {
  const versions: CatalogueDocument[] = [];
  const changes: TimedChange[] = [];
  const state = { away: false, reads: 0, polls: 0 };
  const ask = <T>(answer: T): Promise<T> =>
    state.away ? Promise.reject(new OutageError('MongoDB', new Error('away'))) : Promise.resolve(answer);
  return {
    ...{ versions, changes, state },
    toCome: (now: Date) => ask(changes.filter((change) => isToCome(change, now))),
    currentVersion() {
      state.polls += 1;
      return ask(versions.length);
    },
    read(version: number) {
      state.reads += 1;
      const document = versions[version - 1];
      return ask(
        document === undefined ? null : { version, document, at: new Date(0), by: '', how: 'apply' as const },
      );
    },
  };
}

const until = (holds: () => boolean): Promise<void> => awaitThat(holds, 'the cache has seen it');

describe('createCatalogueCache', () => {
  const lines: string[] = [];
  const say = (_data: object, message: string): void => void lines.push(message);
  const log = { info: say, warn: say };
  const clock = (): Date => new Date();
  let stop: () => Promise<void> = () => Promise.resolve();

  const started = async (store: ReturnType<typeof fakeStore>) => {
    const cache = createCatalogueCache(store, { refreshMs: 5, log, clock });
    stop = () => cache.stop();
    await cache.start();
    return cache;
  };

  beforeEach(() => lines.splice(0));
  afterEach(() => stop());

  it('is empty and loaded when none was applied yet', async () => {
    const cache = await started(fakeStore());
    expect(cache.loaded()).to.equal(true);
    expect(cache.current()).to.equal(EMPTY_CATALOGUE);
  });

  it('swaps as a whole when the version moves, and reads a version once', async () => {
    const store = fakeStore();
    store.versions.push(documentOf(BASE));
    const cache = await started(store);
    const first = cache.current();
    expect([first.version, first.offers.size]).to.deep.equal([1, 1]);
    const polls = store.state.polls;
    await until(() => store.state.polls > polls + 3);
    expect(store.state.reads).to.equal(1);
    store.versions.push(EMPTY_DOCUMENT);
    await until(() => cache.current().version === 2);
    expect([first.offers.size, cache.current().offers.size]).to.deep.equal([1, 0]);
  });

  it('reaches a version that another process has seen without waiting for the next poll', async () => {
    const store = fakeStore();
    store.versions.push(documentOf(BASE));
    const cache = createCatalogueCache(store, { refreshMs: 60_000, log, clock });
    stop = () => cache.stop();
    await cache.start();
    store.versions.push(EMPTY_DOCUMENT);
    await cache.reach(1);
    expect(cache.current().version, 'it has that one').to.equal(1);
    await Promise.all([cache.reach(2), cache.reach(2), cache.reach(2)]);
    expect(cache.current().version).to.equal(2);
    expect(store.state.reads, 'read once for all who wait').to.equal(2);
    await cache.reach(3);
    expect(cache.current().version, 'a version that is not there is not waited for').to.equal(2);
    store.state.away = true;
    const failed: unknown = await cache.reach(3).catch((error: unknown) => error);
    expect(failed).to.be.instanceOf(OutageError);
  });

  it('does not wait for a version that can’t be compiled', async () => {
    const store = fakeStore();
    store.versions.push(documentOf(BASE));
    const cache = await started(store);
    store.versions.push({ ...documentOf(BASE), buyers: [] });
    await cache.reach(2);
    expect(cache.current().version).to.equal(1);
  });

  it('asks again when the question under way is older than the version it must reach', async () => {
    const store = fakeStore();
    store.versions.push(documentOf(BASE));
    let answer = (): void => undefined;
    let asked = 0;
    const currentVersion = async (): Promise<number> => {
      const version = store.versions.length;
      asked += 1;
      if (asked === 2) await new Promise<void>((resolve) => (answer = resolve));
      return version;
    };
    const cache = createCatalogueCache({ ...store, currentVersion }, { refreshMs: 5, log, clock });
    stop = () => cache.stop();
    await cache.start();
    await until(() => asked === 2);
    store.versions.push(EMPTY_DOCUMENT);
    const reached = cache.reach(2);
    answer();
    await reached;
    expect(cache.current().version).to.equal(2);
  });

  describe('of a process that stood still', () => {
    const AT = Date.UTC(2026, 10, 21, 17);
    let now = AT;
    /** Polled once; a new version is applied after that. */
    async function stopped(asked: () => void = () => undefined) {
      now = AT;
      const store = fakeStore();
      store.versions.push(documentOf(BASE));
      const currentVersion = (): Promise<number> => {
        asked();
        return store.currentVersion();
      };
      const options = { refreshMs: 60_000, log, clock: () => new Date(now) };
      const cache = createCatalogueCache({ ...store, currentVersion }, options);
      stop = () => cache.stop();
      await cache.start();
      store.versions.push(EMPTY_DOCUMENT);
      return { cache, store, version: () => cache.current().version };
    }

    for (const [what, passed, expected] of [
      ['serves what is young', 4_499, [1, 1]],
      ['reads what is old, once for all who wait', 4_500, [2, 2]],
      ['reads after minutes', 600_000, [2, 2]],
      ['reads after the clock was set back', -600_000, [2, 2]],
    ] as const)
      it(what, async () => {
        const { cache, store, version } = await stopped();
        now += passed;
        await Promise.all([cache.reach(0), cache.reach(1), cache.reach(0)]);
        expect([version(), store.state.polls]).to.deep.equal(expected);
        await cache.reach(0);
        expect(store.state.polls, 'it is young now').to.equal(expected[1]);
      });

    it('reads again when it stood still while it read', async () => {
      let stops = 0;
      const { cache, store, version } = await stopped(() => {
        if (stops > 0) now += 600_000;
        stops -= 1;
      });
      stops = 2;
      now += 600_000;
      await cache.reach(0);
      expect([version(), store.state.polls]).to.deep.equal([2, 4]);
      stops = 100;
      now += 600_000;
      expect(await cache.reach(0).catch((error: unknown) => error)).to.be.instanceOf(OutageError);
    });

    it('does not go on with the old one while the store is away', async () => {
      const { cache, store, version } = await stopped();
      store.state.away = true;
      now += 600_000;
      expect(await cache.reach(0).catch((error: unknown) => error)).to.be.instanceOf(OutageError);
      expect(version()).to.equal(1);
    });

    it('goes on with the last one that can be compiled', async () => {
      const { cache, store, version } = await stopped();
      store.versions.push({ ...documentOf(BASE), buyers: [] });
      now += 600_000;
      await cache.reach(0);
      expect([version(), store.state.polls]).to.deep.equal([1, 2]);
    });
  });

  it('reads the version in force for whoever must not be late, and says when it can’t', async () => {
    const store = fakeStore();
    store.versions.push(documentOf(BASE));
    const cache = createCatalogueCache(store, { refreshMs: 60_000, log, clock });
    stop = () => cache.stop();
    await cache.start();
    store.versions.push(EMPTY_DOCUMENT);
    await cache.refresh();
    expect(cache.current().version).to.equal(2);
    store.versions.push({ ...documentOf(BASE), buyers: [] });
    await cache.refresh();
    expect(cache.current().version, 'this one can’t be compiled').to.equal(2);
    store.state.away = true;
    expect(await cache.refresh().catch((error: unknown) => error)).to.be.instanceOf(OutageError);
  });

  describe('under timed changes', () => {
    const [NURSING] = documentOf(BASE).offers;
    const at = (minute: number): number => Date.UTC(2026, 10, 21, 17, minute);
    const pause = (id: number, from: number, until: number): TimedChange =>
      timedPause({ id, entry_id: NURSING?.id ?? '', from: new Date(at(from)), until: new Date(at(until)) });
    let now = at(0);
    async function paused(...changes: TimedChange[]) {
      now = at(0);
      const store = fakeStore();
      store.versions.push(documentOf(BASE));
      store.changes.push(...changes);
      const cache = createCatalogueCache(store, { refreshMs: 60_000, log, clock: () => new Date(now) });
      stop = () => cache.stop();
      await cache.start();
      const status = () => [...cache.current().offers.values()].map((one) => one.status).join();
      return { cache, store, status };
    }

    it('begins and ends them by the clock, also while the store is away', async () => {
      const { cache, store, status } = await paused(pause(1, 10, 20));
      store.state.away = true;
      const seen = [0, 9, 10, 19, 20].map((minute) => {
        now = at(minute);
        return status();
      });
      expect(seen).to.deep.equal(['active', 'active', 'paused', 'paused', 'active']);
      now = at(15);
      expect(status(), 'after the clock was set back').to.equal('paused');
      expect(cache.current().version).to.equal(1);
    });

    it('keeps its entries as they are while the same is in force', async () => {
      const { cache, store } = await paused(pause(1, 10, 20));
      now = at(10);
      const before = cache.current();
      store.changes.push(pause(2, 30, 40));
      await cache.refresh();
      now = at(19);
      expect(cache.current()).to.equal(before);
      expect(store.state.reads, 'the version is read once').to.equal(1);
    });

    it('knows within a refresh what is added and ended, also beside a version that can’t be compiled', async () => {
      const { cache, store, status } = await paused();
      store.changes.push(pause(1, 0, 20));
      store.versions.push({ ...documentOf(BASE), buyers: [] });
      await cache.refresh();
      expect(status()).to.equal('paused');
      store.changes[0] = { ...pause(1, 0, 20), ended: { at: new Date(now), by: 'ann' } };
      await cache.refresh();
      expect(status()).to.equal('active');
    });
  });

  it('is not loaded until the store answers', async () => {
    const store = fakeStore();
    store.state.away = true;
    const cache = await started(store);
    expect(cache.loaded()).to.equal(false);
    store.state.away = false;
    await until(() => cache.loaded());
  });

  it('keeps the last one through an outage, and says so once', async () => {
    const store = fakeStore();
    store.versions.push(documentOf(BASE));
    const cache = await started(store);
    store.state.away = true;
    const polls = store.state.polls;
    await until(() => store.state.polls > polls + 3);
    expect(cache.current().version).to.equal(1);
    expect(lines.filter((line) => line.includes('could not be read'))).to.have.length(1);
    store.state.away = false;
    store.versions.push(EMPTY_DOCUMENT);
    await until(() => cache.current().version === 2);
    expect(lines.at(-1)).to.contain('can be read again');
  });

  it('keeps the last one when the newest can’t be compiled', async () => {
    const store = fakeStore();
    store.versions.push(documentOf(BASE));
    const cache = await started(store);
    store.versions.push({ ...documentOf(BASE), buyers: [] });
    await until(() => lines.some((line) => line.includes('could not be read')));
    expect(cache.current().version).to.equal(1);
  });

  it('stops polling', async () => {
    const store = fakeStore();
    const cache = await started(store);
    await cache.stop();
    const { polls } = store.state;
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(store.state.polls).to.equal(polls);
  });
});
