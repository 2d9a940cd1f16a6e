import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import type { Passwords } from '../../app/ports/sign-in-ports.js';
import { passwordOf } from '../../core/people/password.js';

/** Argon2id with 64 MiB and two passes, three times what OWASP asks for: about 0.1 s, beside the event loop. */
const COST = { memoryCost: 65_536, timeCost: 2, parallelism: 1 } as const;

/** How many run at a time: each holds 64 MiB. `takeTurn` makes the others wait. */
export function createPasswords(takeTurn: <T>(work: () => Promise<T>) => Promise<T>): Passwords {
  let nobodys: Promise<string> | undefined;
  const hashOf = (password: string): Promise<string> => takeTurn(() => hash(passwordOf(password), COST));
  return {
    hash: hashOf,
    async verify(stored, password) {
      const of = stored ?? (await (nobodys ??= hashOf(randomBytes(32).toString('base64'))));
      const fits = await takeTurn(() => verify(of, passwordOf(password)));
      return fits && stored !== undefined;
    },
  };
}
