import type { Redis } from 'ioredis';
import type { WaitReason } from '../../../core/destination-gate/admission.js';
import { ENTER, LEAVE, STATES } from './gate-scripts.js';
import type { BreakerPosition } from '../../../app/ports/destination-gate-view.js';

type Arg = string | number;

/** The gate's scripts as commands of a connection. Keys first, then arguments, as each script says. */
export interface GateCommands {
  gateEnter(...args: Arg[]): Promise<[WaitReason | 'go', number]>;
  gateLeave(...args: Arg[]): Promise<number>;
  gateStates(
    breakers: string,
  ): Promise<[id: string, state: BreakerPosition, failures: number, openMs: number, probeMs: number][]>;
}

/** Defines the scripts on the connection. Doing it twice changes nothing. */
export function withGateCommands(redis: Redis): Redis & GateCommands {
  redis.defineCommand('gateEnter', { numberOfKeys: 5, lua: ENTER });
  redis.defineCommand('gateLeave', { numberOfKeys: 5, lua: LEAVE });
  redis.defineCommand('gateStates', { numberOfKeys: 1, lua: STATES });
  return redis as Redis & GateCommands;
}

/** All have one hash tag, so that a Redis Cluster keeps them on one node. */
export const gateKeys = (prefix: string) => {
  const root = `{${prefix}}:gate`;
  return {
    breakers: `${root}:breakers`,
    waiting: (id: string) => `${root}:${id}:waiting`,
    recent: (id: string) => `${root}:${id}:recent`,
    /** In the scripts' order. */
    of: (id: string): string[] => [
      `${root}:breakers`,
      ...['flow', 'flying', 'waiting', 'recent'].map((name) => `${root}:${id}:${name}`),
    ],
  };
};
