import { expect } from 'chai';
import { Registry } from 'prom-client';
import { OutageError, RefusedError } from '../../../src/app/outage.js';
import { createLeadStore } from '../../../src/platform/mongo/stores/lead-store.js';
import { openMongo } from '../../../src/platform/mongo/mongo.js';
import { reportRefusals } from '../../../src/platform/process/mongo-traffic.js';
import { guardMongo } from '../../../src/platform/process/outage.js';
import { probeMongo } from '../../../src/platform/process/readiness.js';
import { failed, playMongo } from '../../support/played-mongo.js';
import { silentLog } from '../../support/services.js';

describe('a right that is taken away while a process runs', () => {
  it('makes its work wait, and is said at once, by the log, /readyz and a metric', async () => {
    let isTaken = false;
    const server = await playMongo((_, verb) =>
      isTaken && verb === 'find' ? failed(13, 'not authorized on leadkeep') : undefined,
    );
    const mongo = openMongo(`mongodb://${server.host}/leadkeep`, 'worker', silentLog);
    await mongo.opened;
    const metrics = new Registry();
    const said: string[] = [];
    const end = reportRefusals(metrics, {
      error: (_: object, line: string) => void said.push(line),
    } as never);
    const leads = guardMongo(createLeadStore(mongo.connection));
    const reading = (): Promise<unknown> => leads.read('x').catch((error: unknown) => error);

    expect(await reading()).to.equal(null);
    isTaken = true;
    const errors = [await reading(), await reading()];
    for (const error of errors) expect(error).to.be.instanceOf(RefusedError).and.instanceOf(OutageError);
    const sentence =
      'MongoDB does not let the user in MONGO_URL read and write its database: give it the role readWrite there, or correct the user or the name of the database';
    expect(said).to.deep.equal([sentence]);
    expect(await probeMongo(mongo.connection)()).to.equal(sentence);
    expect(await metrics.metrics()).to.contain('\nleadkeep_mongodb_refused_total 2\n');
    isTaken = false;
    expect([await reading(), await probeMongo(mongo.connection)()]).to.deep.equal([null, undefined]);

    end();
    await mongo.close();
    await server.end();
  });
});
