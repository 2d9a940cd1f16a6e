import { randomBytes, randomUUID } from 'node:crypto';
import type { Connection } from 'mongoose';
import type { SessionStore } from '../../../app/ports/people-store.js';
import { hashKey } from '../../../core/keys/key-format.js';
import { mintSessionToken, sessionEnd, type Session } from '../../../core/people/session.js';
import { peopleOf, personOf, type StoredPerson } from './people-store.js';

/** `_id` is the hash of the token. */
interface StoredSession extends Omit<Session, 'person'> {
  readonly _id: string;
  readonly person_id: string;
}

/** Ended sessions are kept for so long. */
const KEPT_MS = 30 * 86_400_000;

const OPEN = { revoked_at: { $exists: false } } as const;

const sessionOf = ({ _id, person_id: _, ...session }: StoredSession, person: StoredPerson): Session => ({
  ...session,
  person: personOf(person),
});

/** Sessions in MongoDB. A session of a removed person does not exist. */
export function createSessionStore(connection: Connection): SessionStore {
  const sessions = connection.collection<StoredSession>('sessions');
  const people = peopleOf(connection);
  const here = { removed_at: { $exists: false } };
  const end = async (filter: object, now: Date): Promise<string[]> => {
    const found = await sessions.find({ ...filter, ...OPEN, expires_at: { $gt: now } }).toArray();
    if (found.length === 0) return [];
    await sessions.updateMany({ _id: { $in: found.map(({ _id }) => _id) } }, { $set: { revoked_at: now } });
    return found.map(({ id }) => id);
  };
  return {
    async begin(person, origin, now) {
      const token = mintSessionToken(randomBytes);
      const made = {
        id: randomUUID(),
        created_at: now,
        used_at: now,
        expires_at: sessionEnd(now, now),
        ...origin,
      };
      await sessions.insertOne({ _id: hashKey(token), person_id: person.id, ...made });
      await sessions.deleteMany({ expires_at: { $lt: new Date(now.getTime() - KEPT_MS) } });
      return { token, session: { ...made, person } };
    },
    async listValid(now) {
      const open = await sessions.find({ expires_at: { $gt: now }, ...OPEN }).toArray();
      const ids = [...new Set(open.map(({ person_id }) => person_id))];
      const found = ids.length === 0 ? [] : await people.find({ _id: { $in: ids }, ...here }).toArray();
      const byId = new Map(found.map((person) => [person._id, person]));
      return open.flatMap((session) => {
        const person = byId.get(session.person_id);
        return person ? [[session._id, sessionOf(session, person)] as const] : [];
      });
    },
    async findByHash(hash) {
      const session = await sessions.findOne({ _id: hash });
      const person = session && (await people.findOne({ _id: session.person_id, ...here }));
      return session && person ? sessionOf(session, person) : null;
    },
    async use({ id, created_at }, now) {
      const expires_at = sessionEnd(created_at, now);
      await sessions.updateOne(
        { id, used_at: { $lt: now }, ...OPEN },
        { $set: { used_at: now, expires_at } },
      );
    },
    end: async (id, now) => (await end({ id }, now)).length === 1,
    endAll: (person_id, now) => end({ person_id }, now),
  };
}
