import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, isIPv6, type Socket } from 'node:net';

/** The limit for the proxy to connect to an address, whatever the request's own time limit. */
const TUNNEL_TIMEOUT_MS = 10_000;

/** The proxy did not connect us: by its answer with `status`, or because it could not be asked (`cause`). */
export class ProxyError extends Error {
  constructor(
    readonly status: number | undefined,
    cause?: unknown,
  ) {
    super('the proxy did not connect', { cause });
  }
}

/** Status 407: user and password are wrong, or there are none. */
export const PROXY_WANTS_LOGIN = 407;

/** From this status on, the proxy took the request, and could not reach the address. */
export const PROXY_FAILED = 500;

/**
 * A connection to one of the addresses through an HTTP proxy, by CONNECT (RFC 9110, 9.3.6). The proxy gets an address and no
 * name, so it can't resolve the name to another one. Addresses of IPv4 come first, since a proxy may have no IPv6. The next
 * address is tried only if the proxy could not reach the one before. Rejects with a ProxyError.
 */
export async function openTunnel(proxy: URL, addresses: readonly string[], port: string): Promise<Socket> {
  const signal = AbortSignal.timeout(TUNNEL_TIMEOUT_MS);
  let failure: unknown;
  for (const address of [...addresses].sort((a, b) => isIP(a) - isIP(b)))
    try {
      return await askFor(proxy, `${isIPv6(address) ? `[${address}]` : address}:${port}`, signal);
    } catch (error) {
      failure = error;
      if (!(error instanceof ProxyError && (error.status ?? 0) >= PROXY_FAILED)) break;
    }
  throw failure;
}

const NOBODY = 'leadkeep.invalid:443';
const LOGIN_TIMEOUT_MS = 2_000;

/**
 * Whether the proxy lets us in, as far as it says within two seconds: it is asked for a name that nobody can have. Resolves
 * with its refusal, or why it could not be asked.
 */
export async function askProxy(proxy: URL): Promise<ProxyError | undefined> {
  try {
    (await askFor(proxy, NOBODY, AbortSignal.timeout(LOGIN_TIMEOUT_MS))).destroy();
    return undefined;
  } catch (error) {
    if (!(error instanceof ProxyError)) throw error;
    return error.status === undefined || error.status === PROXY_WANTS_LOGIN ? error : undefined;
  }
}

const TOO_SLOW = Object.assign(new Error('no answer in time'), { code: 'ETIMEDOUT' });

/** Asks for a connection to `target` (`203.0.113.7:443`). */
function askFor(proxy: URL, target: string, signal: AbortSignal): Promise<Socket> {
  const { protocol, username, password, port } = proxy;
  const host = proxy.hostname.replace(/^\[|\]$/g, '');
  const isTls = protocol === 'https:';
  const login = [username, password].map(decodeURIComponent).join(':');
  return new Promise((resolve, reject) => {
    const request = (isTls ? httpsRequest : httpRequest)({
      ...{ method: 'CONNECT', host, port: port || (isTls ? 443 : 80), path: target, agent: false, signal },
      headers: {
        host: target,
        ...(login !== ':' && { 'proxy-authorization': `Basic ${Buffer.from(login).toString('base64')}` }),
      },
      // Else Node takes the name from the header `host`.
      ...(isTls && { servername: isIP(host) === 0 ? host : '', rejectUnauthorized: true }),
    });
    request.once('connect', ({ statusCode = 0 }, socket: Socket, head: Buffer) => {
      socket.on('error', () => undefined);
      if (statusCode >= 200 && statusCode < 300) {
        if (head.length > 0) socket.unshift(head);
        resolve(socket);
      } else {
        socket.destroy();
        reject(new ProxyError(statusCode));
      }
    });
    request.once('error', (error) => {
      reject(new ProxyError(undefined, signal.aborted ? TOO_SLOW : error));
    });
    request.end();
  });
}
