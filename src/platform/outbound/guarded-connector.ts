import { lookup as dnsLookup, type LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { buildConnector } from 'undici';
import type { AddressGuard } from './address-guard.js';

/** The code of the error that a refused address gives; nothing was connected. */
export const ADDRESS_REFUSED = 'ADDRESS_REFUSED';

/** Connecting alone may not take longer, whatever the request's own time limit. */
const CONNECT_TIMEOUT_MS = 10_000;

class AddressRefusedError extends Error {
  readonly code = ADDRESS_REFUSED;
}

export const isAddressRefused = (error: unknown): boolean => error instanceof AddressRefusedError;

/**
 * undici's connector (TCP and TLS) behind the guard. A name's addresses are checked in the very look-up whose
 * answer is connected to, so that a name can't resolve to one address for the check and to another for the
 * connection. Node asks no look-up for an address literal: those are checked here.
 */
export function createGuardedConnector(isAllowed: AddressGuard): buildConnector.connector {
  const connect = buildConnector({
    timeout: CONNECT_TIMEOUT_MS,
    allowH2: false,
    autoSelectFamily: true,
    // Node's own 250 ms gives up on destinations that are merely far away.
    autoSelectFamilyAttemptTimeout: 1_500,
    lookup: guardedLookup(isAllowed),
  });
  return (options, callback) => {
    if (isIP(options.hostname) !== 0 && !isAllowed(options.hostname))
      process.nextTick(callback, new AddressRefusedError('address refused'), null);
    else connect(options, callback);
  };
}

function guardedLookup(isAllowed: AddressGuard): LookupFunction {
  return (hostname, options, callback) => {
    dnsLookup(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
      const usable = error ? [] : addresses.filter(({ address }) => isAllowed(address));
      const first = usable[0];
      if (error) callback(error, '');
      else if (!first) callback(new AddressRefusedError('address refused'), '');
      else if (options.all) callback(null, usable);
      else callback(null, first.address, first.family);
    });
  };
}
