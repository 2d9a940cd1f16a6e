import { Cluster, type Redis } from 'ioredis';

/** The masters behind a connection: those of a Redis Cluster, or the one server. A cluster that is away is itself. */
export const mastersOf = (redis: Redis): readonly Redis[] => {
  const client: unknown = redis;
  const masters = client instanceof Cluster ? client.nodes('master') : [];
  return masters.length > 0 ? masters : [redis];
};
