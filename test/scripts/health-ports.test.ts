import { expect } from 'chai';
import { healthPortsOf } from '../../scripts/start/health-ports.js';

const SERVICES = ['web', 'search', 'submit'].map((name) => ({ name }));

describe('the health ports of npm start', () => {
  it('are none where none is set', async () => {
    for (const set of [undefined, '']) expect([...(await healthPortsOf(SERVICES, set))]).to.deep.equal([]);
  });

  it('are one for each process, from the one that is set', async () => {
    expect(Object.fromEntries(await healthPortsOf(SERVICES, '9100'))).to.deep.equal({
      web: '9100',
      search: '9101',
      submit: '9102',
    });
  });

  it('are free ones for 0', async () => {
    const ports = [...(await healthPortsOf(SERVICES, '0')).values()].map(Number);
    expect(new Set(ports).size).to.equal(3);
    for (const port of ports) expect(port).to.be.within(1_024, 65_535);
  });
});
