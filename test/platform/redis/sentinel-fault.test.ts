import { expect } from 'chai';
import { EventEmitter } from 'node:events';
import type { Redis } from 'ioredis';
import { faultAfter, sentinelFault, watchSentinels } from '../../../src/platform/redis/sentinel-fault.js';

describe('why the Sentinels lead to no master', () => {
  const because = (why: string) => `failed to connect to sentinel one:26379 because ${why}`;
  const REFUSED = 'a Sentinel of one:26379 refuses the password (sentinel_password)';
  const FORBIDDEN = 'a Sentinel of one:26379 does not let its default user ask for the master';
  const UNKNOWN = 'a Sentinel of one:26379 names no master "exchange"';
  const SILENT = 'no Sentinel of one:26379 answers';
  const cases: readonly (readonly [messages: readonly string[], fault: string])[] = [
    [[because('connect ECONNREFUSED 127.0.0.1:26379')], SILENT],
    [[because('NOAUTH Authentication required.')], REFUSED],
    [[because('WRONGPASS invalid username-password pair or user is disabled.')], REFUSED],
    [[because("NOPERM User default has no permissions to run the 'sentinel' command")], FORBIDDEN],
    [[because('ERR No such master with that name')], UNKNOWN],
    [['connected to sentinel one:26379 successfully, but got an invalid reply: null'], UNKNOWN],
    [[because('NOAUTH Authentication required.'), because('connect ETIMEDOUT')], REFUSED],
    [[because('ERR No such master with that name'), because('connect ETIMEDOUT')], UNKNOWN],
    [[because('connect ETIMEDOUT'), because('NOAUTH Authentication required.')], REFUSED],
    [[because('NOAUTH Authentication required.'), because('ERR No such master with that name')], UNKNOWN],
  ];
  for (const [messages, fault] of cases)
    it(`${messages.join(', then ')}: ${fault}`, () => {
      const asked = { master: 'exchange', hosts: 'one:26379' };
      let known: string | undefined;
      for (const message of messages) known = faultAfter(message, asked, known);
      expect(known).to.equal(fault);
    });

  it('forgets what a Sentinel answered when all were silent in a later round', () => {
    const redis = new EventEmitter() as unknown as Redis;
    watchSentinels(redis, { master: 'exchange', hosts: 'one:26379' } as never);
    const say = (event: string, message: string): string | undefined => {
      redis.emit(event, new Error(message));
      return sentinelFault(redis);
    };
    const over = 'All sentinels are unreachable. Retrying from scratch after 10ms.';
    expect(say('sentinelError', because('NOAUTH Authentication required.'))).to.equal(REFUSED);
    expect(say('error', over)).to.equal(REFUSED);
    expect(say('sentinelError', because('connect ETIMEDOUT'))).to.equal(REFUSED);
    expect(say('error', over)).to.equal(SILENT);
    redis.emit('ready');
    expect(sentinelFault(redis)).to.equal(undefined);
  });
});
