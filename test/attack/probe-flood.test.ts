import type { mongo } from 'mongoose';
import { expect } from 'chai';
import { PATHS, searchBody, startApi, type TestApi } from '../support/api.js';
import { sendAndRead } from './support/pipeline.js';
import { sayFigure } from './support/say-figure.js';
import { until } from '../support/until.js';

const CONNECTIONS = 4;
const EACH = 400;

describe('attack: a flood of probes without a key', () => {
  let api: TestApi;
  let asked = 0;
  before(async () => {
    api = await startApi({ searchWaitMs: 0 });
    api.connection.getClient();
    api.platform.connection.getClient().on('commandStarted', ({ command }: mongo.CommandStartedEvent) => {
      if ((command as { find?: unknown }).find === 'meta') asked += 1;
    });
  });
  after(() => api.close());

  it('4 × 400 pipelined /readyz: the services are asked once a second, the API and a probe are answered', async () => {
    await api.post(PATHS.search, searchBody());
    await until(async () => (await fetch(`${api.url}/readyz`)).ok, 'each check was good once');
    asked = 0;
    const began = performance.now();
    const flood = Promise.all(
      Array.from({ length: CONNECTIONS }, () => sendAndRead(api.url, '/readyz', EACH)),
    );
    const probe = await fetch(`${api.url}/readyz`);
    const probedMs = performance.now() - began;
    const search = await api.post(PATHS.search, searchBody());
    const searchedMs = performance.now() - began;
    const statuses = (await flood).flat();
    const seconds = (performance.now() - began) / 1_000;
    const bad = statuses.filter((status) => status !== 200).length;
    sayFigure(
      `${statuses.length} probes in ${seconds.toFixed(1)} s, ${bad} not ready; MongoDB asked ${asked} times by them; ` +
        `a real probe ${probe.status} after ${probedMs.toFixed(0)} ms, a search ${search.status} after ${searchedMs.toFixed(0)} ms`,
    );
    expect(statuses).to.deep.equal(Array<number>(CONNECTIONS * EACH).fill(200));
    // The check of the indexes reads the same collection.
    expect(asked).to.be.at.most(2 * (Math.ceil(seconds) + 1));
    expect([probe.status, search.status]).to.deep.equal([200, 200]);
  });
});
