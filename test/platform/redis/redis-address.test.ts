import { expect } from 'chai';
import { readRedisAddress } from '../../../src/platform/redis/redis-address.js';

const parts = (text: string) => {
  const address = readRedisAddress(text);
  if (address.kind !== 'sentinels') return address;
  const { sentinels, name, db, username, password, sentinelPassword, tls } = address.options;
  return { sentinels, name, db, username, password, sentinelPassword, tls: tls !== undefined };
};

describe('addresses of Redis', () => {
  it('may be those of a server', () => {
    for (const url of ['redis://127.0.0.1:6379', 'rediss://user:word@redis.internal:6379/3'])
      expect(parts(url)).to.deep.equal({ kind: 'server', url, hosts: new URL(url).host });
  });

  const sentinels = [
    ['redis+sentinel://one/main', [{ host: 'one', port: 26_379 }], { name: 'main', db: 0 }],
    [
      'redis+sentinel://one:1,two:2,[::1]:3/main/4',
      [
        { host: 'one', port: 1 },
        { host: 'two', port: 2 },
        { host: '::1', port: 3 },
      ],
      { name: 'main', db: 4 },
    ],
    [
      'rediss+sentinel://user:p%40ss@one/main?sentinel_password=w%26rd',
      [{ host: 'one', port: 26_379 }],
      { name: 'main', db: 0, username: 'user', password: 'p@ss', sentinelPassword: 'w&rd', tls: true },
    ],
  ] as const;
  for (const [url, hosts, expected] of sentinels)
    it(`may be those of Sentinels: ${url}`, () => {
      const none = { username: undefined, password: undefined, sentinelPassword: undefined, tls: false };
      expect(parts(url)).to.deep.equal({ ...none, sentinels: hosts, ...expected });
    });

  it('may be those of a Redis Cluster', () => {
    expect(parts('rediss+cluster://user:p%40ss@one,[2001:db8::7]:7')).to.deep.equal({
      kind: 'cluster',
      hosts: 'one,[2001:db8::7]:7',
      nodes: [
        { host: 'one', port: 6_379 },
        { host: '2001:db8::7', port: 7 },
      ],
      options: { username: 'user', password: 'p@ss', tls: {} },
    });
  });

  for (const url of [
    'redis+cluster://one/1',
    'redis+cluster://one?a=b',
    'redis+sentinel://one',
    'redis+sentinel://one/',
    'redis+sentinel:///main',
    'redis+sentinel://one/main/x',
    'redis+sentinel://one/main/1/2',
    'redis+sentinel://one:99999/main',
    'redis://one:99999',
    'redis://one/leadkeep',
    'redis://one/1/2',
  ])
    it(`can't be read: ${url}`, () => {
      expect(() => readRedisAddress(url)).to.throw();
    });
});
