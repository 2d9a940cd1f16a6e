import type { Connection, mongo } from 'mongoose';
import type { Log } from '../process/logger.js';
import { SettingsError } from '../process/settings-error.js';

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

/**
 * The servers are not what the address says. The driver drops a server that is in no replica set, or in another one. Of several
 * that are each alone, it takes the one that answers last.
 */
const MISNAMED = {
  set: 'its replicaSet is not the name of a replica set that its servers are in: correct it, or leave it out for a single server',
  several: 'the servers in it are no replica set: name one of them, or the members of one set',
};

/** Settles as `opening` does, which has just begun. Rejects with a SettingsError as soon as waiting can't help. */
export async function rejectIfMisnamed(connection: Connection, opening: Promise<unknown>): Promise<void> {
  const client = connection.getClient();
  let stop = (): void => undefined;
  const misnamed = new Promise<never>((_resolve, reject) => {
    const look = ({ newDescription }: mongo.TopologyDescriptionChangedEvent): void => {
      const fault = misnamedIn(newDescription, client.options.hosts.length);
      if (fault !== undefined) reject(new SettingsError(`Settings: MONGO_URL can't be used: ${fault}.`));
    };
    client.on('topologyDescriptionChanged', look);
    stop = () => client.off('topologyDescriptionChanged', look);
  });
  try {
    await Promise.race([opening, misnamed]);
  } finally {
    stop();
    opening.catch(() => undefined);
  }
}

function misnamedIn({ type, servers }: Topology, hosts = 1): string | undefined {
  if (type === 'Single' && hosts > 1) return MISNAMED.several;
  return type.startsWith('ReplicaSet') && servers.size === 0 ? MISNAMED.set : undefined;
}

/** Why none of these servers takes writes. */
function faultIn(topology: Topology): string | undefined {
  const { type, setName, servers } = topology;
  const misnamed = misnamedIn(topology);
  if (misnamed !== undefined) return `MONGO_URL can't be used: ${misnamed}`;
  const found = [...servers.values()].filter((server) => server.type !== 'Unknown');
  if (found.length === 0) return `no server of ${[...servers.keys()].join(', ')} answers`;
  return type === 'ReplicaSetNoPrimary' ? `the replica set ${setName ?? ''} has no primary` : undefined;
}
