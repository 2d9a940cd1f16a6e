import { expect } from 'chai';
import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEFAULT_BREAKER } from '../../src/core/destination-gate/destination.js';
import { derivedId } from '../../src/platform/catalogue-files/defaults.js';
import {
  gateKeys,
  createDestinationGate,
} from '../../src/platform/redis/destination-gate/destination-gate.js';
import { createLeadStore } from '../../src/platform/mongo/stores/lead-store.js';
import { createSearchStore } from '../../src/platform/mongo/stores/search-store.js';
import { testLead } from '../support/records.js';
import { aSearch } from '../support/stored-records.js';
import { migratedServices } from '../support/services.js';
import { until } from '../support/until.js';
import { runHere } from './run-cli.js';

const CATALOGUE = `
version: 1
buyers:
  - handle: lakeshore
    name: L
    erasure: { url: https://crm.example/erased, headers: { X-Key: '\${secret:LAKESHORE}' }, max_in_flight: 2 }
offers:
  - handle: nursing
    name: N
    buyer: lakeshore
    offer_type: shared
    consent_required: false
    delivery:
      url: https://crm.example/leads
      headers: { Authorization: 'Bearer \${secret:NURSING_TOKEN}' }
      max_in_flight: 3
      answers:
        - { when: 'status = 202', outcome: pending, reference: body.id }
        - { when: 'status = 200', outcome: accepted }
      follow_up:
        url: https://crm.example/leads/\${reference}
        every: 10m
        for: 2d
        headers: { Authorization: 'Bearer \${secret:NURSING_STATUS}' }
      callback: { secret: '\${secret:NURSING_SIGNS}' }
  - handle: match
    name: M
    buyer: lakeshore
    kind: partner
    offer_type: shared
    consent_required: false
    partner:
      search: { url: https://p.example/search, headers: { X-Key: '\${secret:MATCH_SEARCH}' } }
      submit: { url: https://p.example/submit }
`;

describe('leadkeep destinations', function () {
  const services = migratedServices();
  const { env, redisPrefix: prefix } = services;
  let dir: string;
  const nursing = derivedId('offer', 'nursing');

  before(async () => {
    dir = await mkdtemp(join(tmpdir(), 'leadkeep-test-'));
    const file = join(dir, 'catalogue.yaml');
    writeFileSync(file, CATALOGUE);
    await services.migrated();
    const applied = await runHere(env, 'apply', file);
    expect(applied.code, applied.stderr).to.equal(0);
    await until(() => services.redis().status === 'ready', 'redis is there');
  });
  after(async () => {
    await rm(dir, { recursive: true, force: true });
    await services.close();
  });

  it('shows every address, also one that was never used', async () => {
    const { code, stdout, stderr } = await runHere(env, 'destinations');
    expect(code, stderr).to.equal(0);
    const lines = stdout.split('\n').map((line) => line.split(/ {2,}/));
    const [head, ...rows] = lines.slice(0, 6);
    expect(head?.slice(0, 9).join()).to.equal('OFFER,STATUS,WHAT,STEP,BREAKER,OPEN FOR,FAILED,IN FLIGHT,MAX');
    expect(rows.map((row) => [row[0], row[2], row[4], row[7], row[8], row.at(-1)])).to.deep.equal([
      ['nursing', 'delivery', 'closed', '0', '3', 'NURSING_TOKEN,NURSING_SIGNS'],
      ['nursing', 'follow-up', 'closed', '-', '-', 'NURSING_STATUS'],
      ['match', 'search', 'closed', '0', '-', 'MATCH_SEARCH'],
      ['match', 'submit', 'closed', '0', '-', '-'],
      ['lakeshore', 'erasure', 'closed', '-', '2', 'LAKESHORE'],
    ]);
    expect(stderr).to.contain('/readyz');
  });

  it('shows the address at which a buyer is told of erasures, when it fails', async () => {
    const id = `${derivedId('buyer', 'lakeshore')}:erasure`;
    const breaker = { ...DEFAULT_BREAKER, failures: 1, open_for_ms: 600_000 };
    const detail = 'answered 401';
    const failed = { health: 'down', outcome: 'failed', duration_ms: 4, detail } as const;
    await createDestinationGate(services.redis(), prefix).release(
      { id, breaker, lease_ms: 1_000 },
      'n',
      failed,
    );
    const { stdout } = await runHere(env, 'destinations');
    expect(stdout).to.match(/lakeshore +active +erasure +- +open .* failed, answered 401/);
  });

  it('shows what was met, what is under way, and a breaker that is open', async () => {
    const destinationGate = createDestinationGate(services.redis(), prefix);
    const breaker = { ...DEFAULT_BREAKER, failures: 1, open_for_ms: 600_000 };
    const destination = { id: nursing, breaker, lease_ms: 1_000 };
    const reported = { health: 'up', outcome: 'accepted', duration_ms: 40, status: 200 } as const;
    await destinationGate.release(destination, 'a', reported);
    const detail = 'connect: ECONNREFUSED';
    await destinationGate.release(destination, 'b', {
      health: 'down',
      outcome: 'never_sent',
      duration_ms: 4,
      detail,
    });
    await destinationGate.enter(destination, 'c');
    const due_at = new Date(Date.now() + 600_000);
    const set = {
      LEADKEEP_SECRET_NURSING_TOKEN: 'x',
      LEADKEEP_SECRET_NURSING_STATUS: 'x',
      LEADKEEP_SECRET_NURSING_SIGNS: 'x',
    };
    const sending = testLead({ state: 'sending', offer_id: nursing, due_at });
    await createLeadStore(await services.connection()).insert(sending);
    const { stdout } = await runHere({ ...env, ...set }, 'destinations', '--json');
    const [row] = JSON.parse(stdout) as [
      { breaker: object; in_flight: number; waiting: number; last_hour: object; missing_secrets: object },
    ];
    expect(row).to.deep.include({ in_flight: 1, waiting: 1, missing_secrets: [] });
    expect(row.breaker).to.deep.include({ position: 'open', failures: 1 });
    expect(row.last_hour).to.deep.include({ attempts: 2, success: 0.5, p50_ms: 4, p99_ms: 40 });
    const table = (await runHere(env, 'destinations')).stdout;
    expect(table).to.match(
      /nursing +active +delivery +- +open +(?:10|9|8) m(?: \d+ s)? +1 +1 +3 +1 +2 +0\.5 /,
    );
    expect(table).to.contain(`never_sent, ${detail}`);
  });

  it('shows how a partner is asked at this moment, and was in the last hour alone', async () => {
    const match = derivedId('offer', 'match');
    const due_at = new Date(Date.now() + 600_000);
    const searches = createSearchStore(await services.connection());
    const asked = { offer_id: match, state: 'asked', asked_at: new Date() } as const;
    // Asked now; at its test address; asked in an earlier submission; answered.
    for (const [run, partner, is_test = false] of [
      [1, { ...asked, run: 1 }],
      [1, { ...asked, run: 1 }, true],
      [2, { ...asked, run: 1 }],
      [1, { ...asked, run: 1, state: 'answered' }],
    ] as const)
      await searches.insert(aSearch({ state: 'asking', due_at, run, is_test, partners: [partner] }));
    const { recent } = gateKeys(prefix);
    const ago = (minutes: number, ms: number) => `${Date.now() - minutes * 60_000} ["answered",${ms},0,""]`;
    await services.redis().rpush(recent(`${match}:search`), ago(30, 250), ago(61, 900));
    const { stdout } = await runHere(env, 'destinations', '--json');
    const rows = JSON.parse(stdout) as {
      offer: string;
      what: string;
      in_flight: number;
      last_hour: object;
    }[];
    const row = (what: string) => rows.find((found) => found.offer === 'match' && found.what === what);
    expect(row('search')).to.deep.include({ in_flight: 1, missing_secrets: ['MATCH_SEARCH'] });
    expect(row('search')?.last_hour).to.deep.include({ attempts: 1, success: 1, p99_ms: 250 });
    expect(row('submit')).to.deep.include({ in_flight: 0, last_hour: { attempts: 0 }, missing_secrets: [] });
  });
});
