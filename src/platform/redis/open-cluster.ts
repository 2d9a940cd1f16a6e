import { Cluster, type CommonRedisOptions, type Redis } from 'ioredis';
import { rememberCluster } from './cluster-fault.js';
import type { ClusterAddress } from './redis-address.js';

interface ClusterConnection {
  /** Of the connection to each server. */
  readonly redisOptions: Omit<CommonRedisOptions, 'replyMapping' | 'path'>;
  /** Whether commands wait while the cluster is away. */
  readonly waits: boolean;
  readonly retryMs: number;
}

/** After a failover nobody sends to the former master for longer than this. */
const ASK_SLOTS_MS = 1_000;
/** How often a command follows a slot that moves. Each time takes a pause. */
const REDIRECTIONS = 6;

/**
 * Opens a connection to a Redis Cluster. The driver's two clients have the commands in common, and the rest of the product
 * uses nothing else of them but `status`, `nodes` through `mastersOf`, and the events `ready` and `error`.
 */
export function openCluster(
  address: ClusterAddress,
  { redisOptions, waits, retryMs }: ClusterConnection,
): Redis {
  const { enableOfflineQueue: _, retryStrategy: _own, ...each } = redisOptions;
  const cluster = new Cluster([...address.nodes], {
    redisOptions: { ...each, ...address.options },
    enableOfflineQueue: waits,
    clusterRetryStrategy: (times) => Math.min(50 * times, retryMs),
    // A command whose connection broke is sent again only for those who wait for ever.
    retryDelayOnFailover: waits ? retryMs : 0,
    retryDelayOnClusterDown: retryMs,
    retryDelayOnTryAgain: 50,
    maxRedirections: REDIRECTIONS,
    slotsRefreshTimeout: 2 * ASK_SLOTS_MS,
  });
  const redis = askForSlots(cluster) as unknown as Redis;
  rememberCluster(redis, address);
  return redis;
}

/**
 * In place of the driver's `slotsRefreshInterval`. A client that is closed while that asks would go on asking for ever,
 * and one that reconnects meanwhile would ask twice as often.
 */
function askForSlots(cluster: Cluster): Cluster {
  let asking: NodeJS.Timeout | undefined;
  const stop = (): void => {
    clearInterval(asking);
  };
  cluster.on('ready', () => {
    stop();
    asking = setInterval(() => {
      cluster.refreshSlotsCache();
    }, ASK_SLOTS_MS);
  });
  cluster.on('close', stop);
  // BullMQ makes connections of its own from ours.
  const duplicate = cluster.duplicate.bind(cluster);
  cluster.duplicate = (...changes) => askForSlots(duplicate(...changes));
  return cluster;
}
