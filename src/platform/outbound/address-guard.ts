import ipaddr from 'ipaddr.js';

export type AddressGuard = (address: string) => boolean;

/** The IPv6 space that is routed publicly at all; everything outside it is special in some way. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Tells whether we may connect to an IP address: a public one, or one inside `allow` (CIDRs, the setting
 * OUTBOUND_ALLOW). An IPv4 address mapped into IPv6 counts as the IPv4 address. Anything that is no IP address is
 * refused. Throws when an entry of `allow` is no CIDR.
 */
export function createAddressGuard(allow: readonly string[]): AddressGuard {
  const allowed = allow.map((cidr) => ipaddr.parseCIDR(cidr));
  return (address) => {
    if (!ipaddr.isValid(address)) return false;
    const ip = ipaddr.process(address);
    return allowed.some((cidr) => isInside(ip, cidr)) || isPublic(ip);
  };
}

function isPublic(ip: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  if (ip.range() !== 'unicast') return false;
  return ip.kind() === 'ipv4' || ip.match(GLOBAL_IPV6);
}

/** ipaddr.js throws when the kinds differ. */
function isInside(ip: ipaddr.IPv4 | ipaddr.IPv6, cidr: [ipaddr.IPv4 | ipaddr.IPv6, number]): boolean {
  return ip.kind() === cidr[0].kind() && ip.match(cidr);
}
