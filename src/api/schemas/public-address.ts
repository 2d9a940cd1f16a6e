import ipaddr from 'ipaddr.js';

/** Ranges of RFC 5737, 3849 and 9637: no consumer has them, but the examples of documentation must work. */
const DOCUMENTATION = ['192.0.2.0/24', '198.51.100.0/24', '203.0.113.0/24', '2001:db8::/32', '3fff::/20'].map(
  (range) => ipaddr.parseCIDR(range),
);

/** `::a.b.c.d`, the old way to write an IPv4 address as IPv6. */
const COMPATIBLE = ipaddr.parseCIDR('::/96');

/** Whether the text is an IPv4 or IPv6 address of the public Internet; one mapped into IPv6 is judged as IPv4. */
export function isPublicAddress(text: string): boolean {
  if (text.includes('%')) return false;
  if (!ipaddr.IPv6.isValid(text) && !ipaddr.IPv4.isValidFourPartDecimal(text)) return false;
  const address = ipaddr.process(text);
  if (DOCUMENTATION.some((range) => isIn(address, range))) return true;
  return address.range() === 'unicast' && !isIn(address, COMPATIBLE);
}

const isIn = (address: ipaddr.IPv4 | ipaddr.IPv6, range: [ipaddr.IPv4 | ipaddr.IPv6, number]): boolean =>
  address.kind() === range[0].kind() && address.match(range);
