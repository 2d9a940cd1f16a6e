import { expect } from 'chai';
import type { Connection } from 'mongoose';
import { createSecretStore } from '../../../src/platform/mongo/secrets/secret-store.js';
import { useDataKeys } from '../../../src/platform/mongo/sealing/data-keys-of.js';
import { createSignatureCheck } from '../../../src/platform/outbound/callback-signature.js';
import { resolveHeaders } from '../../../src/platform/outbound/secrets.js';
import { loadSecrets } from '../../../src/platform/process/load-secrets.js';
import { parseDataKeys } from '../../../src/platform/secrets/data-keys.js';
import { signatureOf } from '../../../src/platform/secrets/signature.js';
import type { SecretStore } from '../../../src/app/ports/secret-store.js';
import { testCatalogue, testOffer } from '../../support/catalogue.js';
import { privateServices, TEST_DATA_KEYS } from '../../support/services.js';

const AT = new Date('2026-11-21T12:00:00Z');
const HEADERS = { authorization: 'Bearer ${secret:RIDGE_TOKEN}' };

describe('stored secrets in a process', () => {
  const services = privateServices();
  let connection: Connection;
  let secrets: SecretStore;
  before(async () => {
    connection = await services.connection();
  });
  beforeEach(async () => {
    await connection.collection('secrets').deleteMany({});
    useDataKeys(connection, parseDataKeys(TEST_DATA_KEYS));
    secrets = createSecretStore(connection);
  });
  after(() => services.close());

  const { delivery } = testOffer();
  const callback = { ...delivery.callback, secret: '${secret:RIDGE_SIGNS}' } as NonNullable<
    typeof delivery.callback
  >;
  const offer = testOffer({ delivery: { ...delivery, headers: HEADERS, callback } });
  const cache = { loaded: () => true, current: () => testCatalogue({ moreOffers: [offer] }) };
  const set = (name: string, value: string, keepUntil?: Date) =>
    secrets.set({ name, set_at: new Date(), set_by: 'ann' }, value, keepUntil);
  const load = (processName: string, env: NodeJS.ProcessEnv) =>
    loadSecrets({ processName, cache, secrets, env });
  const sent = (env: NodeJS.ProcessEnv) => {
    const resolved = resolveHeaders(HEADERS, env);
    return resolved.ok ? resolved.headers['authorization'] : resolved.fault;
  };

  it('are opened by the processes that need them, and by no other', async () => {
    await set('RIDGE_TOKEN', 'stored');
    const [submit, web, console_]: NodeJS.ProcessEnv[] = [{}, {}, {}];
    await load('submit', submit!);
    await load('web', web!);
    await load('console', console_!);
    expect(sent(submit!)).to.equal('Bearer stored');
    expect(sent(web!)).to.match(/^secret RIDGE_TOKEN is not set/);
    expect(sent(console_!), 'for test posts of drafts').to.equal('Bearer stored');
  });

  it('count where there is no variable or file, change with the next load, and go with their removal', async () => {
    const env: NodeJS.ProcessEnv = {};
    await set('RIDGE_TOKEN', 'stored');
    await load('submit', env);
    await set('RIDGE_TOKEN', 'changed');
    expect(sent(env)).to.equal('Bearer stored');
    await load('submit', env);
    expect(sent(env)).to.equal('Bearer changed');
    const own = { LEADKEEP_SECRET_RIDGE_TOKEN: 'its own' };
    await load('submit', own);
    expect(sent(own)).to.equal('Bearer its own');
    await secrets.remove('RIDGE_TOKEN');
    await load('submit', env);
    expect(sent(env)).to.match(/^secret RIDGE_TOKEN is not set \(LEADKEEP_SECRET_RIDGE_TOKEN\)$/);
  });

  it('say when they were last used, by what sends them, not by what looks whether they are there', async () => {
    const env: NodeJS.ProcessEnv = {};
    await set('RIDGE_TOKEN', 'stored');
    await load('submit', env);
    await load('submit', env);
    expect((await secrets.list())[0]).to.not.have.property('used_at');
    sent(env);
    await load('submit', env);
    expect((await secrets.list())[0]).to.have.property('used_at');
  });

  it('of a data key that the process lacks, or of another name, are not there', async () => {
    const env: NodeJS.ProcessEnv = {};
    await set('OTHER', 'of another buyer');
    const stored = connection.collection<{ _id: string }>('secrets');
    const { _id: _, ...other } = (await stored.findOne({ _id: 'OTHER' }))!;
    await stored.insertOne({ _id: 'RIDGE_TOKEN', ...other });
    await load('submit', env);
    expect(sent(env)).to.match(/is not set/);
    await set('RIDGE_TOKEN', 'stored');
    useDataKeys(connection, parseDataKeys(`new:${Buffer.alloc(32, 9).toString('base64')}`));
    await load('submit', env);
    expect(sent(env)).to.match(/is not set/);
  });

  it('that were damaged keep no other from being read, and can be set anew', async () => {
    const env: NodeJS.ProcessEnv = {};
    await set('RIDGE_SIGNS', 'first');
    await set('RIDGE_TOKEN', 'stored');
    const stored = connection.collection<{ _id: string; sealed: string }>('secrets');
    const { sealed } = (await stored.findOne({ _id: 'RIDGE_SIGNS' }))!;
    const damaged = `${sealed.slice(0, -8)}AAAAAAAA`;
    await stored.updateOne({ _id: 'RIDGE_SIGNS' }, { $set: { sealed: damaged } });
    await load('console', env);
    expect(sent(env)).to.equal('Bearer stored');
    expect(await set('RIDGE_SIGNS', 'second', new Date(Date.now() + 3_600_000))).to.equal(true);
    expect([...(await secrets.values(['RIDGE_SIGNS'], new Date())).values()]).to.deep.equal([
      { value: 'second' },
    ]);
  });

  it('a callback may be signed with the value before, until the overlap ends', async () => {
    const env: NodeJS.ProcessEnv = {};
    await set('RIDGE_SIGNS', 'first');
    await set('RIDGE_SIGNS', 'second', new Date(Date.now() + 3_600_000));
    await load('web', env);
    const body = Buffer.from('{}');
    const time = String(AT.getTime() / 1_000);
    const fault = (secret: string) =>
      createSignatureCheck(env)(
        offer,
        { headers: { 'leadkeep-signature': `t=${time},v1=${signatureOf(secret, time, body)}` }, body },
        AT,
      );
    expect(['first', 'second', 'third'].map(fault)).to.deep.equal([undefined, undefined, { kind: 'wrong' }]);
    await set('RIDGE_SIGNS', 'third');
    await load('web', env);
    expect(['second', 'third'].map(fault)).to.deep.equal([{ kind: 'wrong' }, undefined]);
  });
});
