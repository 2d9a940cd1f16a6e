import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import type { Connection } from 'mongoose';
import { beginErasure, runErasure, type Erased } from '../../../src/app/person/erase-person.js';
import { openNextTry } from '../../../src/app/submit/fall-back.js';
import { EMPTY_CATALOGUE } from '../../../src/core/catalogue/types.js';
import type { LeadRecord } from '../../../src/core/lead/lead-record.js';
import { createConsentStore } from '../../../src/platform/mongo/consent/consent-store.js';
import { createExchangeStore } from '../../../src/platform/mongo/exchanges/exchange-store.js';
import { createNoticeStore } from '../../../src/platform/mongo/notices/notice-store.js';
import { createErasureStore } from '../../../src/platform/mongo/person/erasure-store.js';
import { createPersonStore } from '../../../src/platform/mongo/retention/person-store.js';
import { sealerOf } from '../../../src/platform/mongo/sealing/keyed-sealer.js';
import { createLeadStore } from '../../../src/platform/mongo/stores/lead-store.js';
import { createSearchStore } from '../../../src/platform/mongo/stores/search-store.js';
import { privateServices, silentLog } from '../../support/services.js';
import { aLead, minute } from '../../support/stored-records.js';

const STORED = ['leads', 'erasures', 'consent_evidence', 'buyer_notices'];
const NOW = minute(0);

describe('an erasure, and what happens meanwhile', function () {
  this.timeout(60_000);
  const services = privateServices();
  let connection: Connection;
  before(async () => {
    connection = await services.migrated();
  });
  beforeEach(() => Promise.all(STORED.map((name) => connection.collection(name).deleteMany({}))));
  after(() => services.close());

  const ports = (now = NOW) => ({
    leads: createLeadStore(connection),
    searches: createSearchStore(connection),
    consents: createConsentStore(connection),
    exchanges: createExchangeStore(connection),
    persons: createPersonStore(connection),
    erasures: createErasureStore(connection),
    notices: createNoticeStore(connection),
    catalogue: { current: () => EMPTY_CATALOGUE },
    sealer: sealerOf(connection),
    clock: () => now,
    log: silentLog,
    remember: () => Promise.resolve(),
  });
  async function lead(over: Partial<LeadRecord>, key = 'key-of-ada'): Promise<string> {
    const one = aLead({ identities: [{ kind: 'email', key }], ...over });
    await createLeadStore(connection).insert(one);
    return one.id;
  }
  async function begin(no_evidence = false, keys = ['key-of-ada']) {
    const found = await createErasureStore(connection).find(keys);
    return beginErasure(ports(), undefined, { case: 'C-1', at: NOW, keys, no_evidence, ...found });
  }
  /** As if the sweeper published that leads ended. */
  async function erase(erasure: Awaited<ReturnType<typeof begin>>): Promise<Erased> {
    const publish = () => connection.collection('leads').updateMany({}, { $set: { news: [] } });
    const publishing = setInterval(() => void publish(), 100);
    return runErasure(ports(), erasure).finally(() => {
      clearInterval(publishing);
    });
  }

  it('ends a fallback too that a worker opens', async () => {
    const next_try = { lead_id: 'try-2', offer_id: 'offer-2', round: 1, at: NOW, owed_since: NOW };
    const { consent } = aLead();
    const first = await lead({
      ...{ state: 'rejected', next_try, decision: { code: 'CAP_REACHED', at: NOW, source: 'service' } },
      fallbacks: [{ lead_id: 'try-2', offer_id: 'offer-2', answers: {}, data_hash: 'h', consent }],
    });
    const erasure = await begin();
    const nowhere = () => Promise.resolve();
    const queues = { submit: nowhere, search: nowhere, partner: nowhere };
    const opening = pause(200).then(() => openNextTry({ ...ports(), queues }, first));
    const erased = await erase(erasure);
    await opening;
    expect([erased.ended, erased.forgotten, erased.busy]).to.deep.equal([['try-2'], [first], []]);
    const second = await createLeadStore(connection).read('try-2');
    expect([second?.state, second?.lead]).to.deep.equal(['rejected', {}]);
    const [stored] = await createErasureStore(connection).ofCase('C-1');
    expect(stored?.lead_ids).to.deep.equal([first, 'try-2']);
  });
});
