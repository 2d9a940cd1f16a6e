import { expect } from 'chai';
import { createAddressGuard } from '../../../src/platform/outbound/guarded-connector.js';
import { createHttpClient } from '../../../src/platform/outbound/http-client.js';
import { PATIENT_MS } from './fixtures.js';
import { rawServer } from './raw-server.js';

const PUBLIC = [
  '8.8.8.8',
  '168.63.129.17',
  '1.1.1.1',
  '172.32.0.1',
  '2606:4700:4700::1111',
  '2001:4860:4860::8888',
  '::ffff:8.8.8.8',
];
const REFUSED = [
  '0.0.0.0',
  '0.1.2.3',
  '10.1.2.3',
  '100.64.0.1',
  '127.0.0.1',
  '127.255.255.254',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '168.63.129.16',
  '192.0.0.1',
  '192.0.2.1',
  '192.31.196.1',
  '192.52.193.1',
  '192.88.99.1',
  '192.175.48.1',
  '198.51.100.1',
  '203.0.113.1',
  '240.0.0.1',
  '192.168.1.1',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::7f00:1',
  '::127.0.0.1',
  '::8.8.8.8',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '::ffff:10.0.0.1',
  '64:ff9b::7f00:1',
  '2002:7f00:1::',
  '2001:db8::1',
  '100::1',
  '100:0:0:1::1',
  '2001::1',
  '2001:1::1',
  '2001:2::1',
  '2001:3::1',
  '2001:4:112::1',
  '2001:10::1',
  '2001:20::1',
  '2001:30::1',
  '2620:4f:8000::1',
  '3fff::1',
  '5f00::1',
  '64:ff9b:1::1',
  'fc00::1',
  'fd12:3456::1',
  'fe80::1',
  'fe80::1%eth0',
  'fec0::1',
  'ff02::1',
  'localhost',
  '',
];

describe('outbound address guard', () => {
  const guard = createAddressGuard([]);
  for (const address of PUBLIC) it(`lets ${address} pass`, () => expect(guard(address)).to.be.true);
  for (const address of REFUSED)
    it(`refuses ${JSON.stringify(address)}`, () => expect(guard(address)).to.be.false);

  it('lets pass what OUTBOUND_ALLOW names, and no more', () => {
    const allowing = createAddressGuard(['127.0.0.0/8', 'fd00::/8']);
    expect(['127.0.0.1', '::ffff:127.0.0.1', 'fd12::1'].map(allowing)).to.deep.equal([true, true, true]);
    expect(['10.0.0.1', '::1', '::127.0.0.1', 'fc00::1'].map(allowing)).to.deep.equal(Array(4).fill(false));
  });

  it('throws for an entry that is not a CIDR', () => {
    expect(() => createAddressGuard(['127.0.0.1'])).to.throw();
  });

  for (const host of ['127.0.0.1', '2130706433', '0x7f.1', '0177.0.0.1', '[::ffff:127.0.0.1]', 'localhost'])
    it(`connects nowhere for http://${host}`, async () => {
      const server = await rawServer(() => undefined);
      const client = createHttpClient({ outboundAllow: [] });
      for (const freshConnection of [true, false])
        expect(
          await client.send(
            { method: 'GET', url: `http://${host}:${server.port}/`, headers: {}, timeoutMs: PATIENT_MS },
            { insecureHttp: true, freshConnection },
          ),
        ).to.deep.equal({
          kind: 'never_sent',
          detail: 'connect: address refused: it is private or reserved (OUTBOUND_ALLOW names exceptions)',
          internal_fault: 'address',
        });
      expect(server.connections()).to.equal(0);
      await client.close();
      await server.close();
    });
});
