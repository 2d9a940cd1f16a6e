import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import type { Passwords, PasswordSource } from '../../app/ports/sign-in-ports.js';
import { passwordOf } from '../../core/people/password.js';

/** Argon2id with 64 MiB and two passes, three times what OWASP asks for: about 0.1 s, beside the event loop. */
const COST = { memoryCost: 65_536, timeCost: 2, parallelism: 1 } as const;

type TakeTurn = <T>(work: () => Promise<T>) => Promise<T>;

/** Each run holds 64 MiB, so all take turns. */
export function createPasswords(turns: Readonly<Record<PasswordSource, TakeTurn>>): Passwords {
  let nobodys: Promise<string> | undefined;
  const hashOf = (password: string): Promise<string> => hash(passwordOf(password), COST);
  return {
    hash: (password) => turns.known(() => hashOf(password)),
    async verify(stored, password, from) {
      const fits = await turns[from](async () => {
        const of = stored ?? (await (nobodys ??= hashOf(randomBytes(32).toString('base64'))));
        return verify(of, passwordOf(password));
      });
      return fits && stored !== undefined;
    },
  };
}
