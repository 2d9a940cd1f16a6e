import type { Request } from 'express';
import { fault } from '../../http/faults.js';

/** Where people open the console. A session is taken there and nowhere else. */
export interface ConsoleAddress {
  /** Like `https://leadkeep.example.com`. */
  originOf(request: Request): string;
  /** Throws FORBIDDEN if the call names another host: a name of somebody else may lead to this machine. */
  requireHost(request: Request): void;
  /** Throws FORBIDDEN if a page of another origin sent the call, or if nobody says which one did. */
  requireOrigin(request: Request): void;
}

/** Without CONSOLE_URL the console is at localhost, on the port where the call came in. */
export function createConsoleAddress(consoleUrl?: string): ConsoleAddress {
  const originOf = ({ socket }: Request): string => consoleUrl ?? `http://localhost:${socket.localPort ?? 0}`;
  return {
    originOf,
    requireHost(request) {
      const own = originOf(request);
      // With a proxy that TRUST_PROXY names, it is the host that the proxy was called by.
      const { host } = request as { readonly host: string | undefined };
      if (host !== new URL(own).host) throw fault(403, 'FORBIDDEN', `Open the console at ${own}.`);
    },
    requireOrigin(request) {
      const own = originOf(request);
      if (request.get('origin') !== own)
        throw fault(403, 'FORBIDDEN', `Call this from the console itself, at ${own}.`);
    },
  };
}
