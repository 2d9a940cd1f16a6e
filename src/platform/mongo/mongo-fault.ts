import type { Connection, mongo } from 'mongoose';
import type { Log } from '../process/logger.js';

type Topology = Pick<mongo.TopologyDescription, 'type' | 'setName' | 'servers'>;

/** One lost connection makes a server unknown until the driver has asked it again. */
const SAY_AFTER_MS = 2_000;

const faults = new WeakMap<Connection, string>();

/** Why no server takes writes, in a few words for operators. Undefined: one does, or the driver has not looked yet. */
export const mongoFault = (connection: Connection): string | undefined => faults.get(connection);

/** Keeps what the driver found out about its servers. Returns the fault, if there is one. */
function noteTopology(connection: Connection, topology: Topology): string | undefined {
  const fault = faultIn(topology);
  if (fault === undefined) faults.delete(connection);
  else faults.set(connection, fault);
  return fault;
}

/** The same from an error of a client that found no server. Other errors tell nothing. */
export function noteError(connection: Connection, error: unknown): string | undefined {
  const reason: unknown = error instanceof Error && 'reason' in error ? error.reason : undefined;
  return isTopology(reason) ? noteTopology(connection, reason) : undefined;
}

const isTopology = (reason: unknown): reason is Topology =>
  typeof reason === 'object' && reason !== null && 'servers' in reason && reason.servers instanceof Map;

/** Follows what the driver finds out from now on. Says when no server takes writes for a while, and when one does again. */
export function followTopology(connection: Connection, log: Log, stop: AbortSignal): void {
  faults.delete(connection);
  let timer: NodeJS.Timeout | undefined;
  let isSaid = false;
  const say = (): void => {
    const why = mongoFault(connection);
    if (why === undefined || stop.aborted) return;
    isSaid = true;
    log.warn(`MongoDB takes no writes: ${why}`);
  };
  connection.getClient().on('topologyDescriptionChanged', ({ newDescription }) => {
    if (noteTopology(connection, newDescription) !== undefined) {
      timer ??= setTimeout(say, SAY_AFTER_MS).unref();
      return;
    }
    clearTimeout(timer);
    timer = undefined;
    if (isSaid) log.info('MongoDB is there');
    isSaid = false;
  });
}

/** Why none of these servers takes writes. */
function faultIn({ type, setName, servers }: Topology): string | undefined {
  const found = [...servers.values()].filter((server) => server.type !== 'Unknown');
  if (found.length === 0) return `no server of ${[...servers.keys()].join(', ')} answers`;
  return type === 'ReplicaSetNoPrimary' ? `the replica set ${setName ?? ''} has no primary` : undefined;
}
