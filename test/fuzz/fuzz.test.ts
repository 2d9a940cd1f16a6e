import { expect } from 'chai';
import { createServer } from 'node:http';
import { startApi } from '../support/api.js';
import { appliedCatalogue } from '../support/applied-catalogue.js';
import { startBuyer } from '../support/buyer.js';
import { openServer } from '../support/open-server.js';
import { startWorkers } from '../support/workers.js';
import { fuzz } from './fuzz.js';
import { readOptions } from './options.js';
import { keysOf, type Aim } from './running-service.js';
import { reportOf } from './report.js';
import { requestsOf } from './requests/generate.js';

const options = readOptions(['--requests', '150', '--seed', '7', '--concurrency', '4']);

describe('npm run fuzz', () => {
  const opened: { readonly close: () => Promise<void> }[] = [];
  afterEach(async () => {
    for (const { close } of opened.splice(0).reverse()) await close();
  });

  it('finds nothing in the service', async () => {
    const buyer = await startBuyer();
    opened.push(buyer);
    const { catalogue, apply } = appliedCatalogue({ buyerUrl: buyer.url, directOffers: 3, partner: true });
    const settings = { searchWaitMs: 20_000, submitWaitMs: 20_000, outboundAllow: ['127.0.0.0/8'] };
    const api = await startApi(settings, catalogue);
    opened.push(api);
    await apply(api.connection);
    opened.push(await startWorkers(api.platform.settings));
    const fuzzed = await fuzz({ webs: [api], keys: await keysOf((over) => api.issueKey(over)) }, options);
    expect(fuzzed.faults, reportOf(fuzzed, options)).to.deep.equal([]);
    expect(fuzzed.sent).to.equal(options.requests);
    const answers = [...fuzzed.answers.keys()];
    expect(answers, 'some were well-meant').to.include('POST /api/v1/engine/leads 200 ACCEPTED');
    expect(answers, 'some were hostile').to.include('POST /api/v1/engine/dupe-check 400 MALFORMED_REQUEST');
  });

  for (const [what, status, said] of [
    ['fails', 500, 'HTTP 500: {"code":"X"}'],
    ['answers otherwise than documented', 418, 'status 418 is not documented for '],
  ] as const)
    it(`finds out that a service ${what}, and stops early`, async () => {
      const server = createServer((request, response) => {
        request.resume();
        response.writeHead(status, { 'Content-Type': 'application/json; charset=utf-8' }).end('{"code":"X"}');
      });
      const served = await openServer(server);
      opened.push(served);
      const aim: Aim = { webs: [served], keys: await keysOf(() => Promise.resolve('key')) };
      const fuzzed = await fuzz(aim, options);
      expect(fuzzed.sent).to.be.below(options.requests);
      const found = fuzzed.faults.flatMap(({ what: lines }) => lines);
      expect(
        found.some((line) => line.startsWith(said)),
        found[0],
      ).to.equal(true);
      expect(reportOf(fuzzed, options)).to.contain(
        `${fuzzed.faults.length} FAULTS; again with: npm run fuzz`,
      );
    });

  it('sends the same requests for the same seed', () => {
    const [once, again, other] = [7, 7, 8].map((seed) => [...requestsOf(seed, 150)]);
    expect(once).to.have.length(150);
    expect(again).to.deep.equal(once);
    expect(other).to.not.deep.equal(once);
  });
});
