import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { Connection } from 'mongoose';
import { ActRefused } from '../../../src/app/act-refused.js';
import { beginErasure } from '../../../src/app/person/begin-erasure.js';
import { journalStatus } from '../../../src/app/person/journal-status.js';
import { replayJournal } from '../../../src/app/person/replay-journal.js';
import type { ErasureJournal } from '../../../src/app/ports/erasure-store.js';
import type { Erasure } from '../../../src/core/person/erasure.js';
import { probeErasures } from '../../../src/platform/process/probe-erasures.js';
import { createErasureNumber } from '../../../src/platform/redis/erasures.js';
import { createIdentities } from '../../../src/platform/secrets/identity-secret.js';
import { erasePortsIn } from '../../support/erase-ports.js';
import { migratedServices, TEST_SECRET } from '../../support/services.js';
import { expectClassified } from '../../support/stored-paths.js';
import { aLead, minute } from '../../support/stored-records.js';

const NOW = minute(0);
const wanted = {
  case: 'C-1',
  at: NOW,
  keys: ['key-of-ada'],
  no_evidence: false,
  lead_ids: [],
  search_ids: [],
};

/** A journal that has some files, and lacks others. */
function journalOf(...numbers: readonly number[]): ErasureJournal {
  const files = new Map<number, Erasure>(numbers.map((number) => [number, { ...wanted, number }]));
  return {
    last: () => Promise.resolve(Math.max(0, ...files.keys())),
    read: () => Promise.resolve([...files.values()]),
    write(erasure) {
      const isNew = !files.has(erasure.number);
      if (isNew) files.set(erasure.number, erasure);
      return Promise.resolve(isNew);
    },
  };
}

describe('erasures that a restored database lacks', () => {
  const services = migratedServices();
  let connection: Connection;
  let redisPrefix: string;
  before(async () => {
    connection = await services.migrated();
  });
  beforeEach(() => {
    redisPrefix = `${services.redisPrefix}:${randomUUID()}`;
  });
  after(() => services.close());

  const ports = () => {
    const { remember, last } = createErasureNumber(services.redis(), redisPrefix);
    const identities = createIdentities(TEST_SECRET);
    return { ...erasePortsIn(connection, NOW), identities, rememberNumber: remember, rememberedNumber: last };
  };
  const probe = () => probeErasures(connection, services.redis(), redisPrefix)();
  const status = () => journalStatus({ ...ports(), journal: undefined });
  const replay = async (...numbers: readonly number[]) => {
    const { count, lost } = await replayJournal(ports(), journalOf(...numbers));
    return { count, lost };
  };
  const rows = () => connection.collection<{ _id: number }>('erasures');

  /** Ten erasures, and the backup that has these of them. */
  async function restored(...numbers: readonly number[]): Promise<void> {
    await rows().deleteMany({});
    for (const number of numbers) await ports().erasures.begin({ ...wanted, number });
    await ports().rememberNumber(10);
  }

  it('are named by each replay until they are given up, also if one was broken off', async () => {
    // A gap of before is no lost erasure.
    await restored(1, 2, 4, 5);
    expect(await probe())
      .to.contain('--lost')
      .and.to.contain('lacks erasures 6 to 10');
    const killed = {
      ...ports(),
      leads: { ...ports().leads, read: () => Promise.reject(new Error('killed')) },
    };
    const lead = aLead({ state: 'rejected', identities: [{ kind: 'email', key: 'key-of-ada' }] });
    await ports().leads.insert(lead);
    const end = await replayJournal(killed, journalOf(8, 9, 10)).catch(String);
    expect(end).to.equal('Error: killed');
    expect(await probe()).to.contain('lacks erasures 6 to 7, 9 to 10');
    for (const _ of ['once', 'again']) {
      expect(await replay(8, 9, 10)).to.deep.equal({ count: 3, lost: [6, 7] });
      expect(await probe()).to.contain('lacks erasures 6 to 7');
    }
    expect((await status()).sentences[0]).to.contain('lacks erasures 6 to 7');
    await expectClassified(connection);

    await ports().erasures.giveUp([6, 7]);
    expect([await probe(), (await status()).is_behind]).to.deep.equal([undefined, false]);
    // Their files turn up.
    expect(await replay(6, 7, 8, 9, 10)).to.deep.equal({ count: 5, lost: [] });
    expect((await ports().erasures.unfinished()).map(({ number }) => number)).to.include.members([6, 7]);
  });

  it('are not hidden by an erasure that is made meanwhile, whose number nobody had', async () => {
    await restored(1, 2, 3, 4, 5);
    const refused: unknown = await beginErasure(ports(), journalOf(8), wanted).catch(
      (error: unknown) => error,
    );
    expect(refused).to.be.instanceOf(ActRefused);
    for (const number of [11, 12])
      expect((await beginErasure(ports(), undefined, wanted)).number).to.equal(number);
    expect(await probe()).to.contain('lacks erasures 6 to 10');
    expect(await replay(6, 8)).to.deep.equal({ count: 2, lost: [7, 9, 10] });
    await ports().erasures.giveUp([7, 9, 10]);
    expect(await probe()).to.equal(undefined);
    expect((await beginErasure(ports(), journalOf(6, 8), wanted)).number).to.equal(13);
  });

  it('are named by the journal’s files where Redis lost the number too, also behind a later erasure', async () => {
    await rows().deleteMany({});
    for (const number of [1, 2, 3, 5]) await ports().erasures.begin({ ...wanted, number });
    await ports().rememberNumber(5);
    const journal = journalOf(2, 3, 5, 6, 8);
    expect((await beginErasure(ports(), journal, wanted)).number).to.equal(9);
    const { is_behind, sentences } = await journalStatus({ ...ports(), journal });
    expect([is_behind, sentences[0]?.split(':')[0]]).to.deep.equal([
      true,
      'The database lacks erasures 6, 8',
    ]);
    expect(await replayJournal(ports(), journal)).to.deep.equal({ count: 6, busy: [], lost: [] });
    expect((await journalStatus({ ...ports(), journal })).is_behind).to.equal(false);
  });

  it('are given up without any journal, and are lacking again in the next restored backup', async () => {
    for (const _ of ['once', 'again']) {
      await restored();
      const { lost } = await replayJournal(ports(), undefined);
      expect(lost).to.deep.equal([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
      await ports().erasures.giveUp(lost);
      expect([await probe(), await ports().rememberedNumber()]).to.deep.equal([undefined, 10]);
    }
  });
});
