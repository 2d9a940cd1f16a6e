import { isIP } from 'node:net';
import Joi from 'joi';
import ipaddr from 'ipaddr.js';
import { expecting, shaped } from '../../http/described-schema.js';
import { ADDRESS_PATTERN } from '../../core/lead/field-patterns.js';
import { TRACKING_TEXTS } from '../../core/lead/tracking-keys.js';
import { named, record, text } from './parts.js';

/** The keys of tracking that Leadkeep knows. */
export const TRACKING_NAMES = ['ip_address', ...TRACKING_TEXTS];

const publicAddress = (): Joi.StringSchema =>
  shaped(
    expecting(
      Joi.string().custom((value: string, helpers) =>
        isPublicAddress(value) ? value : helpers.error('address.public'),
      ),
      "the consumer's own public IPv4 or IPv6 address",
    ),
    {
      pattern: ADDRESS_PATTERN,
      examples: ['203.0.113.7', '2001:db8::7'],
    },
  );

/** `ip`: whether the consumer's address must be sent. A submit of a result can take it from the search. */
export const trackingSchema = (ip: 'required' | 'optional'): Joi.ObjectSchema =>
  named(
    record(
      {
        ip_address: ip === 'required' ? publicAddress().required() : publicAddress(),
        ...Object.fromEntries(TRACKING_TEXTS.map((name) => [name, text()])),
      },
      ['tracking'],
    ),
    ip === 'required' ? 'Tracking' : 'TrackingChanges',
  );

/** Ranges of RFC 5737, 3849 and 9637. No consumer has such an address, but examples in documentation must work. */
const DOCUMENTATION = ['192.0.2.0/24', '198.51.100.0/24', '203.0.113.0/24', '2001:db8::/32', '3fff::/20'].map(
  (range) => ipaddr.parseCIDR(range),
);

/** `::a.b.c.d`, the old way to write an IPv4 address as IPv6. */
const COMPATIBLE = ipaddr.parseCIDR('::/96');

/** With the IPv4 part in decimals, ipaddr.js takes one for a mapped address. */
const COMPATIBLE_IN_DECIMALS = /^::\d+\./;

/**
 * Whether the text is a public IPv4 or IPv6 address. An IPv4 address mapped into IPv6 is checked as IPv4. Node knows the
 * spellings: ipaddr.js takes hexadecimal and octal parts, too.
 */
export function isPublicAddress(text: string): boolean {
  if (isIP(text) === 0 || text.includes('%') || COMPATIBLE_IN_DECIMALS.test(text)) return false;
  const address = ipaddr.process(text);
  if (DOCUMENTATION.some((range) => isIn(address, range))) return true;
  return address.range() === 'unicast' && !isIn(address, COMPATIBLE);
}

const isIn = (address: ipaddr.IPv4 | ipaddr.IPv6, range: [ipaddr.IPv4 | ipaddr.IPv6, number]): boolean =>
  address.kind() === range[0].kind() && address.match(range);
