import { Redis } from 'ioredis';
import type { ClusterAddress } from './redis-address.js';

const SLOTS = 16_384;
const ASK_MS = 700;

const addresses = new WeakMap<Redis, ClusterAddress>();

export const rememberCluster = (redis: Redis, address: ClusterAddress): void => {
  addresses.set(redis, address);
};

/**
 * Why a Redis Cluster can't serve every key, in a few words for operators. Undefined: it can, or this is no cluster. Asks
 * on a connection of its own, because the driver gives up a cluster that is down without saying why.
 */
export async function clusterFault(redis: Redis): Promise<string | undefined> {
  const address = addresses.get(redis);
  if (!address) return undefined;
  const { nodes, hosts } = address;
  const asked = await Promise.all(nodes.map((node) => ask(node, address)));
  const told = asked.filter((text) => text !== undefined);
  if (told.length === 0) return `no server of the Redis Cluster ${hosts} answers`;
  // A single server that lost the others says that they are gone.
  const faults = told.map((text) => faultIn(text, hosts)).filter((fault) => fault !== undefined);
  return faults.length * 2 > told.length ? faults[0] : undefined;
}

/** What `CLUSTER INFO` says, or the refusal. Undefined: no answer. */
async function ask(
  node: ClusterAddress['nodes'][number],
  { options }: ClusterAddress,
): Promise<string | undefined> {
  const redis = new Redis({
    ...options,
    ...node,
    lazyConnect: true,
    enableReadyCheck: false,
    connectTimeout: ASK_MS,
    commandTimeout: ASK_MS,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  });
  redis.on('error', () => undefined);
  try {
    await redis.connect();
    return await redis.cluster('INFO');
  } catch (error) {
    const { name, message } = error as Error;
    return name === 'ReplyError' ? message : undefined;
  } finally {
    redis.disconnect();
  }
}

/** What `CLUSTER INFO` or a refusal says is wrong. Undefined: nothing. */
export function faultIn(told: string, hosts: string): string | undefined {
  if (told.includes('cluster support disabled')) return `the Redis at ${hosts} is no cluster`;
  const [state] = /(?<=cluster_state:)\w+/.exec(told) ?? [];
  if (state === undefined) return `the Redis Cluster ${hosts} does not tell its state: ${told.trim()}`;
  const number = (name: string): number => Number(new RegExp(`${name}:(\\d+)`).exec(told)?.[1] ?? 0);
  const free = SLOTS - number('cluster_slots_assigned');
  if (free > 0)
    return `${free} of the ${SLOTS} slots of the Redis Cluster ${hosts} are assigned to no server`;
  const failed = number('cluster_slots_fail');
  if (failed > 0) return `${failed} slots of the Redis Cluster ${hosts} have no master that answers`;
  return state === 'ok' ? undefined : `the Redis Cluster ${hosts} is down`;
}
