import { expect } from 'chai';
import { consolePort } from '../../scripts/start/console-port.js';
import { requireFreePort } from '../../scripts/start/require-free-port.js';
import { sandboxPort, startEnv } from '../../scripts/start/start-env.js';

const OWN = { IDENTITY_SECRET: 'x'.repeat(40), DATA_KEYS: 'own:of-this-test' };
const SET = [
  'PORT',
  'PUBLIC_URL',
  'OUTBOUND_ALLOW',
  'SANDBOX_PORT',
  'LEADKEEP_SECRET_SANDBOX_TOKEN',
  ...Object.keys(OWN),
];

describe('the settings of npm start', () => {
  const before = Object.fromEntries(SET.map((name) => [name, process.env[name]]));
  const set = (env: NodeJS.ProcessEnv): void => {
    for (const name of SET) Reflect.deleteProperty(process.env, name);
    Object.assign(process.env, OWN, env);
  };
  after(() => {
    set({});
    for (const [name, value] of Object.entries(before))
      if (value === undefined) Reflect.deleteProperty(process.env, name);
      else process.env[name] = value;
  });
  const read = (env: NodeJS.ProcessEnv): Promise<NodeJS.ProcessEnv> => {
    set(env);
    return startEnv(true, () => undefined);
  };

  it('are the usual ones where one is empty', async () => {
    const empty = { PORT: '', PUBLIC_URL: '', OUTBOUND_ALLOW: '', LEADKEEP_SECRET_SANDBOX_TOKEN: '' };
    for (const env of [{}, empty])
      expect(await read(env)).to.include({
        ...{ PORT: '3000', PUBLIC_URL: 'http://127.0.0.1:3000', OUTBOUND_ALLOW: '127.0.0.0/8' },
        LEADKEEP_SECRET_SANDBOX_TOKEN: 'sandbox',
      });
    expect([
      sandboxPort({}),
      sandboxPort({ SANDBOX_PORT: '' }),
      sandboxPort({ SANDBOX_PORT: '7' }),
    ]).to.deep.equal([...[4810, 4810, 7]]);
  });

  it('have a free port for 0', async () => {
    const { PORT, PUBLIC_URL } = await read({ PORT: '0' });
    expect(Number(PORT)).to.be.within(1_024, 65_535);
    expect(PUBLIC_URL).to.equal(`http://127.0.0.1:${PORT}`);
    expect(Number(await consolePort('0'))).to.be.within(1_024, 65_535);
  });

  it('say what is wrong with a port that can not be had', async () => {
    const whyNot = (port: number, host?: string): Promise<unknown> =>
      requireFreePort('PORT', port, host).then(
        () => 'free',
        (error: unknown) => (error as Error).message,
      );
    expect(await whyNot(Number.NaN)).to.equal('PORT must be a whole number from 0 to 65535');
    expect(await whyNot(70_000)).to.equal('PORT must be a whole number from 0 to 65535');
    expect(await whyNot(3_000, '192.0.2.7')).to.equal(
      'PORT 3000 of 192.0.2.7 can not be listened on (EADDRNOTAVAIL)',
    );
  });
});
