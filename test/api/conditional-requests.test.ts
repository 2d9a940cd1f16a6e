import { expect } from 'chai';
import { PATHS, startApi, type TestApi } from '../support/api.js';
import { storedSearch } from '../support/stored-search.js';

describe('api: conditional requests', () => {
  let api: TestApi;
  before(async () => {
    api = await startApi();
  });
  after(() => api.close());

  it('are answered in full, whatever a caller says to have already', async () => {
    const search = storedSearch();
    await api.storeSearch(search);
    for (const headers of [{ 'If-None-Match': '*' }, { 'If-Modified-Since': new Date().toUTCString() }]) {
      const { status, body } = await api.get(`${PATHS.results}/${search.id}`, { headers });
      expect([status, body.code]).to.deep.equal([200, 'OK']);
    }
  });
});
