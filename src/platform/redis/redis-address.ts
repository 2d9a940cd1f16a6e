import type { ConnectionOptions } from 'node:tls';
import type { CommonRedisOptions, SentinelConnectionOptions } from 'ioredis';
import { ConnectionString } from 'mongodb-connection-string-url';
import { SteadySentinelConnector } from './steady-sentinel-connector.js';

/** Where Redis is: a server, Sentinels that know which of several servers is the master, or servers of a cluster. */
export type RedisAddress =
  | { readonly kind: 'server'; readonly url: string; readonly hosts: string }
  | SentinelAddress
  | ClusterAddress;

type Login = Omit<CommonRedisOptions, 'replyMapping' | 'path'>;

export interface ClusterAddress {
  readonly kind: 'cluster';
  readonly hosts: string;
  /** Some of its servers; the others are asked for. */
  readonly nodes: readonly { readonly host: string; readonly port: number }[];
  /** For the connection to each of them. */
  readonly options: Login;
}

export interface SentinelAddress {
  readonly kind: 'sentinels';
  /** The name of the master, as the Sentinels know it. */
  readonly master: string;
  readonly hosts: string;
  readonly options: Omit<CommonRedisOptions & SentinelConnectionOptions, 'replyMapping' | 'path'>;
}

const BY_SENTINEL = /^redis(s?)\+sentinel:/;
const BY_CLUSTER = /^redis(s?)\+cluster:/;
const PORT = 6_379;
const SENTINEL_PORT = 26_379;
/** Before all Sentinels are asked again. */
const ASK_AGAIN_MS = 250;

/**
 * Reads `redis://…`, `rediss://…`, `redis+cluster://[user:password@]host[:port][,…]` and `redis+sentinel://[user:password@]host[:port][,…]/master[/db][?sentinel_password=…]`
 * (`rediss+cluster`, `rediss+sentinel`: TLS to all of them). MongoDB's reader of addresses knows those of several hosts. Throws if it can't
 * be read. `tlsOptions`: for `rediss…`.
 */
export function readRedisAddress(text: string, tlsOptions: ConnectionOptions = {}): RedisAddress {
  if (BY_CLUSTER.test(text)) return readCluster(text, tlsOptions);
  const [, tls] = BY_SENTINEL.exec(text) ?? [];
  if (tls === undefined) return readServer(text);
  const { hosts, username, password, pathname, searchParams } = new ConnectionString(
    text.replace(BY_SENTINEL, 'mongodb:'),
  );
  const [, master = '', db = '0', ...more] = pathname.split('/');
  if (master === '' || !/^\d+$/.test(db) || more.length > 0) throw new Error('no name of a master');
  const sentinelPassword = searchParams.get('sentinel_password');
  return {
    kind: 'sentinels',
    master: decodeURIComponent(master),
    hosts: hosts.join(','),
    options: {
      sentinels: hosts.map((host) => serverAt(host, SENTINEL_PORT)),
      name: decodeURIComponent(master),
      db: Number(db),
      ...(username && { username: decodeURIComponent(username) }),
      ...(password && { password: decodeURIComponent(password) }),
      ...(sentinelPassword && { sentinelPassword }),
      ...(tls && { tls: tlsOptions, sentinelTLS: tlsOptions, enableTLSForSentinelMode: true }),
      sentinelRetryStrategy: () => ASK_AGAIN_MS,
      // Leaves a former master that still answers as soon as the Sentinels name another.
      failoverDetector: true,
      Connector: SteadySentinelConnector,
    },
  };
}

function readServer(url: string): RedisAddress {
  const { host, pathname } = new URL(url);
  // The driver goes on with database 0 if it can't have another one.
  if (!/^\/?\d*$/.test(pathname)) throw new Error('no number of a database');
  return { kind: 'server', url, hosts: host };
}

function readCluster(text: string, tlsOptions: ConnectionOptions): ClusterAddress {
  const [, tls] = BY_CLUSTER.exec(text) ?? [];
  const { hosts, username, password, pathname, search } = new ConnectionString(
    text.replace(BY_CLUSTER, 'mongodb:'),
  );
  if (!['', '/'].includes(pathname) || search !== '') throw new Error('a cluster has no databases');
  return {
    kind: 'cluster',
    hosts: hosts.join(','),
    nodes: hosts.map((host) => serverAt(host, PORT)),
    options: {
      ...(username && { username: decodeURIComponent(username) }),
      ...(password && { password: decodeURIComponent(password) }),
      ...(tls && { tls: tlsOptions }),
    },
  };
}

function serverAt(address: string, usual: number): { host: string; port: number } {
  const { hostname, port } = new URL(`redis://${address}`);
  // An IPv6 address has brackets in an address only.
  return { host: hostname.replace(/^\[|\]$/g, ''), port: port === '' ? usual : Number(port) };
}
