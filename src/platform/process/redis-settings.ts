import joi from 'joi';
import type { RedisTlsSettings } from '../redis/redis-tls.js';
import { address, listOf, readableRedisUrl, setting } from './setting-kinds.js';

export interface RedisSettings extends RedisTlsSettings {
  readonly redisUrl: string;
  readonly redisPrefix: string;
  readonly redisTls: 'verified' | 'unverified';
}

/** SHA-256 fingerprints as Node writes them, from what OpenSSL prints or plain digits. */
const fingerprints = joi.any().custom((text: string) =>
  listOf(text.replace(/^sha256 fingerprint=/i, '')).map((part) => {
    const digits = part.replaceAll(':', '').toUpperCase();
    if (!/^[0-9A-F]{64}$/.test(digits)) throw new Error('no SHA-256');
    return digits.replace(/..(?!$)/g, '$&:');
  }),
);

export const redisSettings = {
  redisUrl: address(
    /^rediss?(\+sentinel|\+cluster)?:\/\//,
    'a redis://, rediss://, redis+sentinel:// or redis+cluster:// address, with @ / # ? : of a password as %40 %2F %23 %3F %3A',
    'redis://127.0.0.1:6379',
    'Redis 7 or later with `maxmemory-policy noeviction`. With Sentinels: `redis+sentinel://:password@host,host,host/master`. A Redis Cluster: `redis+cluster://:password@host,host,host`.',
    'rediss://:password@redis.internal:6379/0',
  ).custom(readableRedisUrl),
  redisTlsCa: setting(
    joi.string(),
    'the text of a certificate (PEM), or a file with it',
    'Certificate (PEM) to verify Redis’ certificate with, if no public authority signed it: its authority’s, or its own. The PEM text or a file. Used only for Redis.',
    '/etc/leadkeep/redis-ca.pem',
  ),
  redisTlsFingerprint: setting(
    fingerprints,
    'the SHA-256 of a certificate, 64 hexadecimal digits (openssl x509 -noout -fingerprint -sha256)',
    'SHA-256 fingerprint of Redis’ certificate, which then needs no authority; several, separated by commas, while it changes. Only for a single server (`rediss://`).',
    '3A:0F:5C:9E:71:B2:48:D6:0A:E3:95:7C:21:F8:64:BD:17:A9:C0:52:8E:3D:F1:06:6B:94:E7:2F:D8:40:B5:1C',
  ),
  redisTls: setting(
    joi.string(),
    'verified or unverified',
    '`unverified` encrypts connections to Redis but accepts any certificate. Use it only if the provider gives you nothing to verify the certificate with: anyone in between can read and change the traffic.',
    'unverified',
  )
    .valid('verified', 'unverified')
    .default('verified'),
  redisPrefix: setting(
    joi.string(),
    '1 to 40 letters, digits, - or _',
    'Prefix of every Redis key, so that several installations can share a server.',
    'leadkeep-staging',
  )
    .pattern(/^[A-Za-z0-9_-]{1,40}$/)
    .default('leadkeep'),
} satisfies { [Name in keyof RedisSettings]-?: joi.Schema };
