import { expect } from 'chai';
import type { Connection, mongo } from 'mongoose';
import { rotate } from '../../src/platform/mongo/identities/rotate-identity-secret.js';
import { beginRotation, readSecrets } from '../../src/platform/mongo/identities/stored-secrets.js';
import { identitySecret } from '../../src/platform/secrets/secrets-in-force.js';
import { callApi, newPerson, PATHS } from '../support/api.js';
import { IDS } from '../support/catalogue.js';
import { TEST_SECRET } from '../support/services.js';
import { until } from '../support/until.js';
import { openWorld, type World } from '../support/world.js';

const SECRETS = [TEST_SECRET, 'the secret that replaces the one of all tests'];
/** A process reads what is in force this often here. */
const REFRESH_MS = 100;

type Keyed = readonly { readonly key: string }[];

/** docs/identity-secret.md */
describe('contract: while IDENTITY_SECRET is replaced', () => {
  let world: World;
  before(async () => {
    const settings = { identitySecrets: SECRETS.slice(1), refreshMs: REFRESH_MS };
    world = await openWorld(settings, { campaign: { allow_fallbacks: true } });
  });
  after(() => world.close());

  /** Waits until every process has read the secrets in force twice, so that it goes by what is in force now. */
  const readByAll = (): Promise<unknown> =>
    Promise.all([world.api.platform, world.workers.platform].map(({ connection }) => readTwice(connection)));

  async function replace(settle: () => Promise<unknown>): Promise<void> {
    const { connection } = world.api;
    const secrets = SECRETS.map(identitySecret);
    const stored = await readSecrets(connection);
    if (stored) await beginRotation(connection, stored, secrets[1]?.check ?? '');
    // Each run is killed after three reports.
    while ((await readSecrets(connection))?.phase !== 'settled') {
      let told = 0;
      for await (const _ of rotate({
        ...{ connection, secrets, settle },
        now: () => new Date(),
      }))
        if ((told += 1) === 3) break;
    }
  }
  const codeOf = async (lead: object): Promise<unknown> => (await world.post({ lead })).body.code;

  it('nobody is sold twice, and repeats, addresses and cursors of before still count', async () => {
    const { api } = world;
    const headers = { 'Idempotency-Key': 'before-the-secret-was-replaced' };
    const body = {
      lead: newPerson(),
      fallbacks: [{ svc_offer_id: IDS.trueExclusive, tcpa_consent: true }],
    };
    const first = await world.post(body, { headers });
    expect(first.body.code, first.text).to.equal('ACCEPTED');
    const id = first.body.svc_lead_id;
    const token = api.platform.callbacks.tokenOf({ id, submission: 1 });
    const cursor = encodeURIComponent(String((await api.get(`${PATHS.leads}?limit=1`)).body['next_cursor']));

    const sold = [newPerson(), newPerson()];
    for (const lead of sold) expect(await codeOf(lead)).to.equal('ACCEPTED');
    const kept = newPerson();
    const invalid = { lead: kept, tcpa_consent: false };
    const { svc_lead_id } = (await world.post(invalid)).body;
    const keepsPerson = async (submission: string): Promise<void> => {
      const mine = await world.post({ ...invalid, svc_lead_id });
      expect(mine.body, submission).to.include({ code: 'INVALID_FIELD', svc_lead_id });
      const other = await world.post({ svc_lead_id, tcpa_consent: false });
      expect(other.body.reason, submission).to.equal('This id belongs to a different person');
    };
    let isOver = false;
    let rounds = 0;
    const settle = async (): Promise<void> => {
      await readByAll();
      const before = rounds;
      // What was begun before is stored.
      await until(() => isOver || rounds > before, 'the round in hand is over');
    };
    const replaced = replace(settle).finally(() => {
      isOver = true;
    });
    replaced.catch(() => undefined);
    const round = async (): Promise<void> => {
      const lead = newPerson();
      const codes = await Promise.all([codeOf(lead), codeOf(lead)]);
      expect(codes.sort(), `round ${rounds}`).to.deep.equal(['ACCEPTED', 'DUPLICATE']);
      sold.push(lead);
      for (const one of [sold[0], sold.at(-2)]) expect(await codeOf(one ?? {})).to.equal('DUPLICATE');
      await keepsPerson(`round ${rounds}`);
      const repeat = await world.post(body, { headers });
      expect(repeat.body, `round ${rounds}`).to.include({ svc_lead_id: id, code: 'ACCEPTED' });
    };
    try {
      for (; !isOver; rounds += 1) await round();
    } finally {
      isOver = true;
    }
    await replaced;
    await readByAll();
    for (const lead of sold) expect(await codeOf(lead)).to.equal('DUPLICATE');
    await keepsPerson('after');

    expect((await world.post({ ...body, svc_request_id: 'x' }, { headers })).status).to.equal(409);
    expect((await world.post({ ...body, svc_lead_id: id })).body, 'the same data').to.include({
      ...{ svc_lead_id: id, code: 'ACCEPTED' },
    });
    expect((await api.get(`${PATHS.leads}?since=${cursor}`)).status).to.equal(200);

    const call = (): Promise<{ readonly status: number }> =>
      callApi(api.url, 'post', `/api/v1/callbacks/${token}`, { key: null, body: { result: 'accepted' } });
    expect((await call()).status, 'the address of a lead from before').to.equal(200);
    await api.changeLead(id, { received_at: new Date(Date.now() + 60_000) });
    expect((await call()).status, 'of a lead from after').to.equal(404);
    expect(api.platform.callbacks.tokenOf({ id, submission: 1 })).to.not.equal(token);
  });

  it('leaves no keyed hash of the former secret', async () => {
    const leads = await world.api.connection.collection('leads').find().toArray();
    const keys = leads.flatMap(({ identities, all_identities = [] }) =>
      [...(identities as Keyed), ...(all_identities as Keyed)].map(({ key }) => key),
    );
    expect(keys.filter((key) => !key.startsWith('k01-'))).to.deep.equal([]);
    const claims = await world.api.connection.collection<{ _id: string }>('claims').find().toArray();
    expect(claims.filter(({ _id }) => !_id.startsWith('k01-'))).to.deep.equal([]);
  });
});

/** Waits until two reads of the secrets were answered over this connection, one after the other. */
async function readTwice(connection: Connection): Promise<void> {
  const client = connection.getClient();
  let begun: number | undefined;
  let reads = 0;
  const onStarted = ({ commandName, command, requestId }: mongo.CommandStartedEvent): void => {
    if (commandName === 'find' && command['find'] === 'identity_secrets') begun ??= requestId;
  };
  const onSucceeded = ({ requestId }: mongo.CommandSucceededEvent): void => {
    if (requestId !== begun) return;
    begun = undefined;
    reads += 1;
  };
  client.on('commandStarted', onStarted).on('commandSucceeded', onSucceeded);
  await until(() => reads >= 2, 'the secrets are read');
  client.off('commandStarted', onStarted).off('commandSucceeded', onSucceeded);
}
