import { hash, randomBytes } from 'node:crypto';
import type { Redis } from 'ioredis';
import type { BegunSignIn, BegunSignIns } from '../../app/ports/identity-provider.js';
import { BEGUN_SIGN_IN_MS } from '../../core/people/device.js';
import { guardOutages } from '../process/outage.js';

const CALL_LIMIT_MS = 500;

/** Under `<prefix>:begun-sign-in:` and the hash of the key, since the key alone is in the browser. */
export function createBegunSignIns(redis: Redis, prefix: string): BegunSignIns {
  const nameOf = (key: string): string => `${prefix}:begun-sign-in:${hash('sha256', key, 'hex')}`;
  return guardOutages(
    'Redis',
    {
      async keep(begun: BegunSignIn) {
        const key = randomBytes(32).toString('base64url');
        await redis.set(nameOf(key), JSON.stringify(begun), 'PX', BEGUN_SIGN_IN_MS);
        return key;
      },
      async take(key: string) {
        const text = await redis.getdel(nameOf(key));
        return text === null ? null : (JSON.parse(text) as BegunSignIn);
      },
    },
    CALL_LIMIT_MS,
  );
}
