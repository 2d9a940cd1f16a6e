import type { LookupAddress, LookupAllOptions } from 'node:dns';
import { lookup as dnsLookup } from 'node:dns/promises';
import { isIP, type LookupFunction, type Socket } from 'node:net';
import { buildConnector } from 'undici';
import ipaddr from 'ipaddr.js';
import type { OutboundSettings } from '../process/outbound-settings.js';
import { answeringSocket } from './answering-socket.js';
import { openTunnel } from './proxy-tunnel.js';

export type AddressGuard = (address: string) => boolean;

/**
 * The ranges in IANA's registries of special-purpose addresses (IPv4 and IPv6, 2024-2025) that ipaddr.js does not
 * know. Also the one public address through which Azure's machines reach their host.
 */
const SPECIAL = [
  '168.63.129.16/32', // Azure's host: credentials and settings of a machine
  '0.0.0.0/8',
  '192.0.0.0/24', // protocol assignments
  '192.31.196.0/24', // AS112
  '192.52.193.0/24', // AMT
  '192.88.99.0/24', // 6to4 relays
  '192.175.48.0/24', // AS112
  '198.18.0.0/15', // benchmarks
  '240.0.0.0/4',
  '2001::/23', // protocol assignments: Teredo, ORCHID, AMT, benchmarks, drones
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4, which holds an IPv4 address
  '2620:4f:8000::/48', // AS112
  '3fff::/20', // documentation
].map((cidr) => ipaddr.parseCIDR(cidr));

/** The publicly routed IPv6 space. Every address outside it is special in some way. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');

/** The start of `::127.0.0.1`, which ipaddr.js takes for `::ffff:127.0.0.1`. */
const COMPATIBLE_IN_DECIMALS = /^::(?=\d+\.)/;

/**
 * Returns whether we may connect to an IP address: a public one, or one inside `allow` (CIDRs, the setting
 * OUTBOUND_ALLOW). An IPv4 address mapped into IPv6 counts as the IPv4 address. Anything that is no IP address is
 * refused. Throws if an entry of `allow` is not a CIDR.
 */
export function createAddressGuard(allow: readonly string[]): AddressGuard {
  const isNamed = namedBy(allow);
  return (address) => {
    const ip = ipOf(address);
    return ip !== undefined && (isNamed(address) || isPublic(ip));
  };
}

/** Whether an address is inside one of the CIDRs. */
function namedBy(allow: readonly string[]): AddressGuard {
  const allowed = allow.map((cidr) => ipaddr.parseCIDR(cidr));
  return (address) => {
    const ip = ipOf(address);
    return ip !== undefined && allowed.some((cidr) => isInside(ip, cidr));
  };
}

/** An IPv4 address mapped into IPv6 becomes the IPv4 address. Undefined: it is no IP address. */
const ipOf = (address: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined =>
  ipaddr.isValid(address) ? ipaddr.process(address.replace(COMPATIBLE_IN_DECIMALS, '0::')) : undefined;

function isPublic(ip: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  if (ip.range() !== 'unicast' || SPECIAL.some((cidr) => isInside(ip, cidr))) return false;
  return ip.kind() === 'ipv4' || ip.match(GLOBAL_IPV6);
}

/** ipaddr.js throws if the kinds differ. */
function isInside(ip: ipaddr.IPv4 | ipaddr.IPv6, cidr: [ipaddr.IPv4 | ipaddr.IPv6, number]): boolean {
  return ip.kind() === cidr[0].kind() && ip.match(cidr);
}

/** The error code of a refused address. No connection was made. */
export const ADDRESS_REFUSED = 'ADDRESS_REFUSED';

/** The limit for connecting, whatever the request's own time limit. */
const CONNECT_TIMEOUT_MS = 10_000;

class AddressRefusedError extends Error {
  readonly code = ADDRESS_REFUSED;
}

export const isAddressRefused = (error: unknown): boolean => error instanceof AddressRefusedError;

/** Hears which way connections to an origin go: the proxy's host and port. Undefined: directly. */
type OnWay = (origin: string, via: string | undefined) => void;

/**
 * undici's connector (TCP and TLS) behind the guard. With a proxy, connections over https go through it, to an address that
 * was looked up and checked here, and TLS is with the destination, by its name. Those to http, and to hosts with an address
 * that OUTBOUND_ALLOW names, go directly. `lookup`: how names are looked up.
 */
export function createGuardedConnector(
  { outboundAllow, outboundProxy }: OutboundSettings,
  onWay: OnWay = () => undefined,
  lookup: AddressesOf = dnsLookup,
): buildConnector.connector {
  const isAllowed = createAddressGuard(outboundAllow);
  const addressesOf = sharedLookup(lookup);
  const direct = createDirectConnector(isAllowed, addressesOf);
  if (outboundProxy === undefined) return direct;
  const proxy = new URL(outboundProxy);
  const isNamed = namedBy(outboundAllow);
  const directIfNamed = createDirectConnector(isNamed, addressesOf);

  async function connect(options: buildConnector.Options): Promise<Socket> {
    const { protocol, host = options.hostname, hostname, port } = options;
    const origin = `${protocol}//${host}`;
    onWay(origin, undefined);
    const found = isIP(hostname) === 0 ? await addressesOf(hostname, { all: true }) : [{ address: hostname }];
    const usable = found.map(({ address }) => address).filter(isAllowed);
    if (usable.length === 0) throw new AddressRefusedError('address refused');
    if (usable.some(isNamed)) return connected(directIfNamed, options);
    onWay(origin, proxy.host);
    const httpSocket = await openTunnel(proxy, usable, port || '443');
    return connected(direct, { ...options, httpSocket });
  }

  return (options, callback) => {
    if (options.protocol === 'https:')
      connect(options).then(
        (socket) => {
          callback(null, socket);
        },
        (error: unknown) => {
          callback(error as Error, null);
        },
      );
    else direct(options, callback);
  };
}

const connected = (connect: buildConnector.connector, options: buildConnector.Options): Promise<Socket> =>
  new Promise((resolve, reject) => {
    connect(options, (...[error, socket]) => {
      if (error === null) resolve(socket);
      else reject(error);
    });
  });

/**
 * Connects to addresses that `isAllowed` lets pass. It checks those of the same look-up that the connection uses. So a name
 * can't resolve to one address for the check and to another for the connection. For an address literal, Node makes no
 * look-up, so literals are checked here.
 */
function createDirectConnector(isAllowed: AddressGuard, addressesOf: AddressesOf): buildConnector.connector {
  const connect = buildConnector({
    timeout: CONNECT_TIMEOUT_MS,
    // Also where NODE_TLS_REJECT_UNAUTHORIZED says otherwise: anybody could pose as a buyer.
    rejectUnauthorized: true,
    allowH2: false,
    autoSelectFamily: true,
    // Node's own 250 ms is too short for destinations that are merely far away.
    autoSelectFamilyAttemptTimeout: 1_500,
    lookup: guardedLookup(isAllowed, addressesOf),
  });
  return (options, callback) => {
    if (isIP(options.hostname) !== 0 && !isAllowed(options.hostname))
      process.nextTick(callback, new AddressRefusedError('address refused'), null);
    else
      connect(options, (...[error, socket]) => {
        if (error === null) callback(null, answeringSocket(socket));
        else callback(error, null);
      });
  };
}

function guardedLookup(isAllowed: AddressGuard, addressesOf: AddressesOf): LookupFunction {
  return (hostname, options, callback) => {
    addressesOf(hostname, { ...options, all: true }).then(
      (addresses) => {
        const usable = addresses.filter(({ address }) => isAllowed(address));
        const first = usable[0];
        if (!first) callback(new AddressRefusedError('address refused'), '');
        else if (options.all) callback(null, usable);
        else callback(null, first.address, first.family);
      },
      (error: unknown) => {
        callback(error as NodeJS.ErrnoException, '');
      },
    );
  };
}

export type AddressesOf = (hostname: string, options: LookupAllOptions) => Promise<LookupAddress[]>;

/**
 * Requests that look up the same name at the same time share one look-up. A process has room for half of
 * `UV_THREADPOOL_SIZE` at once (libuv: 32 of 64, and two without the variable), and one whose name server is silent takes
 * ten seconds. So without this, the requests to one such buyer kept those to all other buyers from connecting for minutes.
 */
export function sharedLookup(lookup: AddressesOf): AddressesOf {
  const open = new Map<string, Promise<LookupAddress[]>>();
  return (hostname, options) => {
    const name = JSON.stringify([hostname, options]);
    const known = open.get(name);
    if (known) return known;
    const asked = lookup(hostname, options).finally(() => open.delete(name));
    open.set(name, asked);
    return asked;
  };
}
