import joi from 'joi';
import ipaddr from 'ipaddr.js';
import { readRedisAddress } from '../redis/redis-address.js';
import { parseRoleMap } from '../../core/people/provider-roles.js';

const PROXY_NAMES = ['loopback', 'linklocal', 'uniquelocal'];
/** All four numbers of an IPv4 address: the library takes `10/8` for 0.0.0.10/8, and `010.` for 8. */
const isAddress = (text: string): boolean =>
  ipaddr.IPv6.isValid(text) || ipaddr.IPv4.isValidFourPartDecimal(text);
const isCidr = (text: string): boolean =>
  ipaddr.IPv6.isValidCIDR(text) || ipaddr.IPv4.isValidCIDRFourPartDecimal(text);
const isNetwork = (text: string): boolean => isAddress(text) || isCidr(text);
export const listOf = (text: string): string[] => text.split(/[\s,]+/).filter((part) => part !== '');

/** `must` completes "NAME must be …". No message repeats a value, because some values are secrets. */
export function setting<S extends joi.Schema>(
  schema: S,
  must: string,
  description: string,
  example: string | number,
): S {
  const sentence = `{{#label}} must be ${must}`;
  return schema.empty('').description(description).example(example).messages({ '*': sentence }) as S;
}

export const whole = (
  min: number,
  max: number,
  byDefault: number,
  description: string,
  example = byDefault,
) =>
  setting(joi.number(), `a whole number from ${min} to ${max}`, description, example)
    .integer()
    .min(min)
    .max(max)
    .default(byDefault);

export const address = (
  protocols: RegExp,
  must: string,
  byDefault: string,
  description: string,
  example: string,
) => setting(joi.string(), must, description, example).pattern(protocols).default(byDefault);

/** Throws on an invalid host or port. Otherwise the Redis client would throw at start without naming the setting. */
export const readableUrl = (text: string): string => {
  new URL(text);
  return text;
};

export const readableRedisUrl = (text: string): string => {
  readRedisAddress(text);
  return text;
};

export const listOfCidrs = joi.any().custom((text: string) => {
  const networks = listOf(text);
  if (!networks.every(isCidr)) throw new Error('not a list of CIDRs');
  return networks;
});

/** A complete address to which paths can be added. */
export const publicUrl = joi.any().custom((text: string) => {
  const { protocol, username, password, search, hash } = new URL(text);
  const isBase = /^https?:$/.test(protocol) && username + password + search + hash === '';
  if (!isBase || /[\s?#]/.test(text)) throw new Error('no base of addresses');
  return text.replace(/\/+$/, '');
});

const LOCAL_HOSTS = ['localhost', '127.0.0.1', '[::1]'];

/** An address that browsers take for safe: https, or http on this machine. */
function safeUrl(text: string): URL {
  const url = new URL(text);
  const { protocol, hostname, username, password, search, hash } = url;
  const isSafe = protocol === 'https:' || (protocol === 'http:' && LOCAL_HOSTS.includes(hostname));
  if (!isSafe || username + password + search + hash !== '' || /[\s?#]/.test(text))
    throw new Error('not safe');
  return url;
}

/** A whole origin: the console has it for itself, since a cookie belongs to a host. */
export const consoleUrl = joi.any().custom((text: string) => {
  const { origin, pathname } = safeUrl(text);
  if (pathname !== '/') throw new Error('it has a path');
  return origin;
});

/** The identity provider, as its ID tokens name it, so it stays as it is written. */
export const issuer = joi.any().custom((text: string) => {
  safeUrl(text);
  return text;
});

/** Which values of the provider's claim give which roles. */
export const roleMap = joi.any().custom((text: string) => {
  const map = parseRoleMap(text);
  if (!map) throw new Error('no map');
  return map;
});

export const trustProxy = joi.any().custom((text: string) => {
  if (text === 'false') return false;
  if (/^\d{1,2}$/.test(text)) return Number(text) || false;
  const proxies = listOf(text);
  if (!proxies.every((proxy) => PROXY_NAMES.includes(proxy) || isNetwork(proxy)))
    throw new Error('not a list');
  return proxies;
});

/** An address to listen on. */
export const host = joi.any().custom((text: string) => {
  if (!isAddress(text)) throw new Error('no address');
  return text;
});
