import { testAttempt, testSentTo } from '../../support/records.js';
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { Connection } from 'mongoose';
import { ActRefused } from '../../../src/app/act-refused.js';
import { beginErasure } from '../../../src/app/person/begin-erasure.js';
import { runErasure } from '../../../src/app/person/erase-person.js';
import { replayJournal } from '../../../src/app/person/replay-journal.js';
import { finishErasures } from '../../../src/app/person/finish-erasures.js';
import { journalStatus } from '../../../src/app/person/journal-status.js';
import { findPersonRecords, readPerson } from '../../../src/app/person/find-person.js';
import { renderLead } from '../../../src/cli/render/lead.js';
import { renderSearch } from '../../../src/cli/render/search.js';
import { messagesAbout } from '../../../src/core/webhooks/webhook-messages.js';
import { DEFAULT_EVENTS } from '../../../src/core/webhooks/webhook-settings.js';
import { createNewsStore } from '../../../src/platform/mongo/news/news-store.js';
import { createMessageStore } from '../../../src/platform/mongo/webhooks/message-store.js';
import type { LeadRecord } from '../../../src/core/lead/lead-record.js';
import { maskLeadRecord, maskSearchRecord } from '../../../src/core/masking/mask-records.js';
import type { SearchRecord } from '../../../src/core/search/search-record.js';
import { createConsentStore } from '../../../src/platform/mongo/consent/consent-store.js';
import { PLAIN_SEALER } from '../../support/plain-sealer.js';
import { createErasureStore } from '../../../src/platform/mongo/person/erasure-store.js';
import { createNoticeStore } from '../../../src/platform/mongo/notices/notice-store.js';
import { createLeadStore } from '../../../src/platform/mongo/stores/lead-store.js';
import { createSearchStore } from '../../../src/platform/mongo/stores/search-store.js';
import { createErasureJournal } from '../../../src/platform/process/erasure-journal.js';
import { probeErasures } from '../../../src/platform/process/probe-erasures.js';
import { createErasureNumber } from '../../../src/platform/redis/erasures.js';
import { createIdentities } from '../../../src/platform/secrets/identity-secret.js';
import { makeTempDir } from '../../scripts/temp-dir.js';
import { testAffiliate, testCatalogue, IDS } from '../../support/catalogue.js';
import { leadNews } from '../../support/lead-news.js';
import { migratedServices, TEST_SECRET } from '../../support/services.js';
import { erasePortsIn } from '../../support/erase-ports.js';
import { effectsOf } from '../../../src/core/lead/pending-effect.js';
import { aLead, aSearch, minute } from '../../support/stored-records.js';

const STORED = [
  'leads',
  'searches',
  'erasures',
  'consent_evidence',
  'consent_heads',
  'lead_news',
  'webhook_messages',
  'buyer_notices',
];

describe('erasing a person', () => {
  const services = migratedServices();
  let redisPrefix: string;
  let connection: Connection;
  const dir = makeTempDir();
  const KEYS = ['key-of-ada'];
  const NOW = minute(0);
  before(async () => {
    connection = await services.migrated();
  });
  beforeEach(async () => {
    redisPrefix = `${services.redisPrefix}:${randomUUID()}`;
    await Promise.all(STORED.map((name) => connection.collection(name).deleteMany({})));
  });
  after(async () => {
    dir.remove();
    await services.close();
  });

  const ports = (now = NOW) => ({
    ...erasePortsIn(connection, now),
    sealer: PLAIN_SEALER,
    identities: createIdentities(TEST_SECRET),
    rememberNumber: createErasureNumber(services.redis(), redisPrefix).remember,
    rememberedNumber: createErasureNumber(services.redis(), redisPrefix).last,
  });
  const attempt = (outcome: 'accepted' | 'unknown' | 'never_sent') => ({
    ...testAttempt({ number: 1, submission: 1, at: minute(0), timeout_ms: 1_000, outcome }),
    sent_to: testSentTo('buyer-1'),
  });
  async function lead(over: Partial<LeadRecord>): Promise<string> {
    const one = aLead({ identities: [{ kind: 'email', key: 'key-of-ada' }], ...over });
    await createLeadStore(connection).insert(one);
    return one.id;
  }
  const wanted = async (no_evidence = false) => ({
    ...{ case: 'C-1', at: NOW, keys: KEYS, no_evidence },
    ...(await createErasureStore(connection).find(KEYS)),
  });
  const inDatabase = async (): Promise<string[]> => {
    const found: string[] = [];
    for (const name of STORED)
      if (JSON.stringify(await connection.collection(name).find().toArray()).includes('ada@example.com'))
        found.push(name);
    return found;
  };

  it('ends what never left, forgets what is decided, and waits for what may have left', async () => {
    const queued = await lead({ state: 'queued' });
    const saved = await lead({ state: 'saved', attempts: [attempt('never_sent')] });
    const working = await lead({
      state: 'working',
      runs: 1,
      intent: { at: NOW, submission: 1, buyer_id: IDS.buyer },
    });
    const sold = await lead({ state: 'accepted', attempts: [attempt('accepted')], reference: 'B-7' });
    const unknown = await lead({ state: 'unknown', attempts: [attempt('unknown')] });
    const other = await lead({ state: 'queued', identities: [{ kind: 'email', key: 'key-of-bob' }] });
    const search = aSearch({ state: 'done', identities: [{ kind: 'email', key: 'key-of-ada' }] });
    await createSearchStore(connection).insert(search);

    const found = await findPersonRecords(ports(), KEYS);
    expect(found.leads.find(({ id }) => id === sold)).to.deep.include({
      buyers: ['buyer-1'],
      reference: 'B-7',
    });
    expect((await readPerson(ports(), KEYS)).leads).to.have.lengthOf(5);

    const publishing = setInterval(
      () =>
        void connection
          .collection('leads')
          .updateMany({}, { $pull: { pending_effects: { kind: 'news' } } } as object),
      100,
    );
    const erased = await beginErasure(ports(), undefined, await wanted())
      .then((erasure) => runErasure(ports(), erasure))
      .finally(() => {
        clearInterval(publishing);
      });
    expect([...erased.ended].sort()).to.deep.equal([queued, saved, working].sort());
    expect([erased.forgotten, erased.later, erased.busy]).to.deep.equal([[sold], [unknown], []]);
    const leads = createLeadStore(connection);
    expect(await leads.read(queued)).to.deep.include({
      state: 'rejected',
      lead: {},
      forgotten: { at: NOW, why: 'erasure' },
    });
    // What a worker had reserved is given back by the sweeper, and the worker's next step loses.
    expect(effectsOf((await leads.read(working))!, 'reservations')).to.have.lengthOf(1);
    expect((await leads.read(other))?.lead.personal).to.not.equal(undefined);
    expect((await leads.read(unknown))?.lead.personal).to.not.equal(undefined);
    expect(await createConsentStore(connection).ofLead(sold)).to.have.lengthOf(1);

    // Both buyers are told, once, and by nothing that names the person.
    expect(
      (await createNoticeStore(connection).list({ limit: 9 })).map(({ content }) => content.lead_id).sort(),
    ).to.deep.equal([sold, unknown].sort());

    // What is left can be shown.
    const names = (id: string): string => id;
    const shown = async (id: string): Promise<string> => {
      const read = await leads.read(id);
      return renderLead(maskLeadRecord(read as LeadRecord), names);
    };
    expect(await shown(sold))
      .to.contain('was removed at')
      .and.contain('(an erasure)');
    expect(await shown(unknown)).to.contain('is erased when the lead is decided, at the latest at');
    const searched = await createSearchStore(connection).read(search.id);
    expect(renderSearch(maskSearchRecord(searched as SearchRecord), names)).to.not.contain('ada@');

    // It can still be settled; then its person goes, and otherwise on the stated date.
    await finishErasures(ports());
    expect((await leads.read(unknown))?.forgotten).to.equal(undefined);
    await finishErasures(ports(new Date(erased.later_at.getTime() + 1)));
    const late = await leads.read(unknown);
    expect([late?.state, late?.lead]).to.deep.equal(['unknown', {}]);
    await connection.collection('leads').deleteOne({ identities: [{ kind: 'email', key: 'key-of-bob' }] });
    expect(await inDatabase()).to.deep.equal(['consent_evidence']);
  });

  it('takes click ids from what is told of its leads, also from what still waits, and exports them', async () => {
    const id = await lead({ state: 'accepted', attempts: [attempt('accepted')] });
    const other = aLead().id;
    const messages = createMessageStore(connection);
    const endpoint = { url: 'https://a.example/', insecure_http: false };
    const catalogue = testCatalogue({
      moreAffiliates: [
        testAffiliate({
          ...{ id: 'a', handle: 'a' },
          webhook: { ...endpoint, secrets: ['${secret:A}'], events: DEFAULT_EVENTS },
          postback: { ...endpoint, on: ['accepted'] },
        }),
      ],
    });
    for (const lead_id of [id, other])
      for (const revision of [1, 2]) {
        const tracking = { subid: 'spring', gclid: `click-1-${lead_id}`, click_id: `click-2-${lead_id}` };
        const news = leadNews({ lead_id, revision, tracking, at: NOW });
        await createNewsStore(connection).publish([news]);
        await messages.add(messagesAbout(news, catalogue), NOW);
      }
    expect((await findPersonRecords(ports(), KEYS)).beside).to.include({ news: 2, webhooks: 4 });
    const { told } = await readPerson(ports(), KEYS);
    expect(told.filter((one) => JSON.stringify(one).includes(`click-2-${id}`))).to.have.lengthOf(6);

    await runErasure(ports(), await beginErasure(ports(), undefined, await wanted()));
    const due = (kind: 'webhook' | 'postback') =>
      messages.take(`${kind}:affiliate:a`, NOW, minute(1), { subjects: 9, messages: 9 });
    const [events, calls] = [(await due('webhook')).flat(), (await due('postback')).flat()];
    expect([events.length, calls.length]).to.deep.equal([4, 4]);
    const ofLead = [...events, ...calls].filter(({ subject }) => subject.endsWith(id));
    expect(JSON.stringify(ofLead)).to.contain('spring').and.to.not.contain('click-');
    expect(ofLead.at(-1)?.content).to.have.nested.property('values.click_id', '');
    expect(JSON.stringify([events, calls])).to.contain(`click-2-${other}`);
    const stored = await connection.collection('lead_news').find({ lead_id: id }).toArray();
    expect(JSON.stringify(stored))
      .to.contain('spring')
      .and.to.not.match(/click-|sealed/);
  });

  it('is finished by the sweeper after a kill, and removes the evidence if asked', async () => {
    const sold = await lead({ state: 'accepted', attempts: [attempt('accepted')] });
    await beginErasure(ports(), undefined, await wanted(true));
    await finishErasures(ports());
    await finishErasures(ports(minute(3)));
    expect(await inDatabase()).to.deep.equal([]);
    expect(await createConsentStore(connection).ofLead(sold)).to.deep.equal([]);
    const [stored] = await connection.collection('erasures').find().toArray();
    expect(stored).to.deep.include({ keys: [], case: 'C-1' }).and.to.not.have.property('running');
  });

  it('is done again on a restored backup, and no process is ready before', async () => {
    const journal = createErasureJournal(dir.dir);
    const sold = aLead({
      ...{ state: 'accepted', attempts: [attempt('accepted')] },
      identities: [{ kind: 'email', key: 'key-of-ada' }],
    } as const);
    await createLeadStore(connection).insert(sold);
    const first = await beginErasure(ports(), journal, await wanted(true));
    await runErasure(ports(), first);
    const second = await beginErasure(ports(), journal, await wanted(true));
    expect([second.number, await createErasureNumber(services.redis(), redisPrefix).last()]).to.deep.equal([
      first.number + 1,
      second.number,
    ]);

    const rememberedNumber = createErasureNumber(services.redis(), redisPrefix).last;
    const status = () => journalStatus({ ...ports(), journal, rememberedNumber });
    expect(await status()).to.include({ database: second.number, journal: second.number, is_behind: false });

    // Yesterday's backup: no erasure, and the person again, with a lead that the journal does not name.
    await Promise.all(STORED.map((name) => connection.collection(name).deleteMany({})));
    await createLeadStore(connection).insert(sold);
    await lead({ state: 'rejected' });
    const probe = probeErasures(connection, services.redis(), redisPrefix);
    expect(await probe()).to.match(/person replay-journal/);
    const behind = await status();
    expect(behind).to.include({ database: 0, redis: second.number, is_behind: true });
    expect(behind.sentences[0]).to.match(/lacks erasures 1 to \d+: run leadkeep person replay-journal/);
    const another = await beginErasure(ports(), journal, await wanted()).catch((error: unknown) => error);
    expect(another).to.be.instanceOf(ActRefused);
    expect(await createErasureStore(connection).last()).to.equal(0);
    const done = { count: 2, busy: [], lost: [] };
    expect(await replayJournal(ports(), journal)).to.deep.equal(done);
    expect((await status()).is_behind).to.equal(false);
    expect([await probe(), await inDatabase()]).to.deep.equal([undefined, []]);
    expect(await replayJournal(ports(), journal)).to.deep.equal(done);

    const gone = createErasureJournal(dir.path('not-mounted'));
    const failed = await beginErasure(ports(), gone, await wanted()).catch(() => 'failed');
    expect(failed).to.equal('failed');
  });
});
