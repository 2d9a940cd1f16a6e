import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import type { OperationDescription, RequestExample } from '../../../src/api/openapi/operation-description.js';
import { EXAMPLE_IDS } from '../../../src/api/openapi/examples.js';
import { ROUTES } from '../../../src/api/routes.js';
import { compileCatalogue } from '../../../src/core/catalogue/compile-catalogue.js';
import { derivedId } from '../../../src/platform/catalogue-files/defaults.js';
import { parseCatalogue } from '../../../src/platform/catalogue-files/parse-catalogue.js';
import type { Repeating } from '../../../src/platform/process/repeat.js';
import { openSandbox, type OpenSandbox } from '../../sandbox/open-sandbox.js';
import { PATHS, startApi, type AnswerBody, type TestApi } from '../../support/api.js';
import { until } from '../../support/until.js';
import { startSweeper, startWorkers, type TestWorkers } from '../../support/workers.js';

/** The sandbox's own catalogue, whose ids the examples have. */
function sandboxCatalogue(url: string) {
  const text = readFileSync('sandbox/demo-catalogue.yaml', 'utf8')
    .replaceAll('http://127.0.0.1:4810', url)
    .replace(/ +headers: \{ Authorization: .*\n/, '');
  const parsed = parseCatalogue([{ name: 'demo.yaml', text }]);
  if (!parsed.ok) throw new Error(parsed.faults.map(({ message }) => message).join('; '));
  return compileCatalogue(parsed.document, 1);
}

const describedAs = (id: string): OperationDescription => {
  const found = ROUTES.find(({ describe: described }) => described.id === id);
  if (!found) throw new Error(`no operation ${id}`);
  return found.describe;
};

describe('api: the examples of the document, run against the sandbox', () => {
  let sandbox: OpenSandbox;
  let api: TestApi;
  let workers: TestWorkers;
  let sweeper: Repeating;
  let key: string;
  before(async () => {
    sandbox = await openSandbox();
    const catalogue = sandboxCatalogue(sandbox.url);
    const settings = { searchWaitMs: 20_000, submitWaitMs: 20_000, outboundAllow: ['127.0.0.0/8'] };
    api = await startApi(settings, catalogue);
    workers = await startWorkers(api.platform.settings, { current: () => catalogue });
    sweeper = startSweeper(workers);
    key = await api.issueKey({ affiliate_id: EXAMPLE_IDS.affiliate });
  });
  after(async () => {
    await sweeper.drain();
    await workers.close();
    await api.close();
    await sandbox.close();
  });

  const examplesOf = (id: string): [string, RequestExample][] => Object.entries(describedAs(id).examples);
  const run = async (path: string, { value, http, answer }: RequestExample, over = {}) => {
    const { status, body } = await api.post(path, { ...value, ...over }, { key });
    expect([status, body.code], JSON.stringify(body)).to.deep.equal([http, answer['code']]);
    return body;
  };

  it("have the ids of the sandbox's catalogue", () => {
    expect(EXAMPLE_IDS.offer).to.equal(derivedId('offer', 'lakeshore-nursing'));
  });

  for (const [name, example] of examplesOf('search'))
    it(`search: ${name}`, async () => {
      const body = await run(PATHS.search, example);
      expect(body.offers).to.have.length.above(0);
    });

  it('submit: every example, of a search that was just made', async () => {
    const [, example] = examplesOf('search')[0] ?? [];
    if (!example) throw new Error('no example');
    const found = await run(PATHS.search, example);
    let all: AnswerBody = found;
    await until(async () => {
      all = (await api.get(`${PATHS.results}/${found.svc_lead_id}`, { key })).body;
      return all['processing_done'] === true;
    }, 'the search is done');
    const result = all.offers.find(({ offer }) => (offer as { id: string }).id === EXAMPLE_IDS.offer);
    const ids = { search_lead_id: found.svc_lead_id, svc_result_id: result?.['svc_result_id'] };
    for (const [name, submit] of examplesOf('submit')) {
      const body = await run(PATHS.leads, submit, 'svc_result_id' in submit.value ? ids : {});
      expect(body['payout'], name).to.equal(submit.answer['payout']);
      const read = await api.get(`${PATHS.leads}/${body.svc_lead_id}`, { key });
      expect([read.status, read.body.code]).to.deep.equal([200, submit.answer['code']]);
    }
  });

  for (const [name, example] of examplesOf('dupe_check'))
    it(`duplicate pre-check: ${name}`, async () => {
      const body = await run(PATHS.dupeCheck, example);
      expect(body['duplicate_likely']).to.equal(example.answer['duplicate_likely']);
    });
});
