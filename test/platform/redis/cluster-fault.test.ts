import { expect } from 'chai';
import { faultIn } from '../../../src/platform/redis/cluster-fault.js';

describe('what is wrong with a Redis Cluster', () => {
  const info = (state: string, assigned: number, failed: number) =>
    `cluster_state:${state}\r\ncluster_slots_assigned:${assigned}\r\ncluster_slots_fail:${failed}\r\n`;
  const cases: readonly (readonly [told: string, fault: string | undefined])[] = [
    [info('ok', 16_384, 0), undefined],
    [info('fail', 16_380, 0), '4 of the 16384 slots of the Redis Cluster one:6379 are assigned to no server'],
    [info('fail', 16_384, 5_461), '5461 slots of the Redis Cluster one:6379 have no master that answers'],
    [info('fail', 16_384, 0), 'the Redis Cluster one:6379 is down'],
    ['ERR This instance has cluster support disabled', 'the Redis at one:6379 is no cluster'],
    [
      'NOPERM this user has no permissions',
      'the Redis Cluster one:6379 does not tell its state: NOPERM this user has no permissions',
    ],
  ];
  for (const [told, fault] of cases)
    it(fault ?? 'nothing', () => {
      expect(faultIn(told, 'one:6379')).to.equal(fault);
    });
});
