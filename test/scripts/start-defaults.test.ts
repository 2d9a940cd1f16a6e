import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { expect } from 'chai';
import { withDefaults } from '../../scripts/start/start-env.js';

describe('what npm start adds to the settings', () => {
  const given = { IDENTITY_SECRET: 'x'.repeat(32), DATA_KEYS: 'own:key' };
  const told = (): never => {
    throw new Error('nothing is made');
  };

  it('reaches the sandbox, also with the settings of .env.example, which has empty values', () => {
    const { OUTBOUND_ALLOW, PORT } = parseEnv(readFileSync('.env.example', 'utf8'));
    expect([OUTBOUND_ALLOW, PORT]).to.deep.equal(['', '3000']);
    expect(withDefaults({ ...given, OUTBOUND_ALLOW, PUBLIC_URL: '', PORT: '' }, true, told)).to.include({
      ...{ OUTBOUND_ALLOW: '127.0.0.0/8', PORT: '3000', PUBLIC_URL: 'http://127.0.0.1:3000' },
      LEADKEEP_SECRET_SANDBOX_TOKEN: 'sandbox',
    });
  });

  it('leaves what is set as it is, and allows no private address without the sandbox', () => {
    const set = { ...given, PORT: '3100', OUTBOUND_ALLOW: '10.0.0.0/8' };
    expect(withDefaults(set, true, told)).to.include({ ...set, PUBLIC_URL: 'http://127.0.0.1:3100' });
    expect(withDefaults(given, false, told)).to.deep.equal({ ...given, PORT: '3000' });
  });
});
