import { expect } from 'chai';
import { openMongo } from '../../src/platform/mongo/mongo.js';
import { createLogger } from '../../src/platform/process/logger.js';
import { SettingsError } from '../../src/platform/process/settings.js';

const SECRET = 'canaryxyz';

describe('attack: addresses of MongoDB that are written wrong', () => {
  const log = createLogger({ logLevel: 'silent' }, 'test');
  const addresses = [
    `mongodb://u:${SECRET}@h:x/db`,
    `mongodb://u:${SECRET}/a@127.0.0.1:1/db`,
    `mongodb://u:${SECRET}@a@127.0.0.1:1/db`,
    `mongodb://u:p%ZZ${SECRET}@127.0.0.1:1/db`,
    `mongodb://u:p?${SECRET}=1@127.0.0.1:1/db`,
    `mongodb://u:p@ss?${SECRET}=1@127.0.0.1:1/db`,
    `mongodb://u,${SECRET}/x@127.0.0.1:1/db`,
    `mongodb://u:p@127.0.0.1:1/db?authMechanism=${SECRET}`,
    `mongodb://u:p@127.0.0.1:1/db?maxPoolSize=${SECRET}`,
    `mongodb://u:p@127.0.0.1:1/db?maxPoolSize=-1&appName=${SECRET}`,
  ];
  for (const [n, address] of addresses.entries())
    it(`tells nothing of what stands in one: ${n + 1}`, async () => {
      const mongo = openMongo(address, 'edge', log);
      const fault: unknown = await mongo.opened.then(
        () => undefined,
        (error: unknown) => error,
      );
      await mongo.close();
      expect(fault).to.be.instanceOf(SettingsError);
      const { message } = fault as SettingsError;
      expect(message).to.match(/^Settings: MONGO_URL can't be used: /);
      expect(message.toLowerCase()).not.to.include(SECRET);
    });
});
