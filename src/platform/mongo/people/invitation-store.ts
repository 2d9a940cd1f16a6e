import { randomBytes, randomUUID } from 'node:crypto';
import type { Connection } from 'mongoose';
import type { InvitationStore } from '../../../app/ports/people-store.js';
import { hashKey } from '../../../core/keys/key-format.js';
import {
  INVITATION_MS,
  isInvitationToken,
  mintInvitationToken,
  type Invitation,
} from '../../../core/people/invitation.js';

/** `_id` is the hash of the token. */
type StoredInvitation = Invitation & { readonly _id: string };

/** Used and expired invitations are kept for so long. */
const KEPT_MS = 30 * 86_400_000;

const invitationOf = ({ _id, ...invitation }: StoredInvitation): Invitation => invitation;

export function createInvitationStore(connection: Connection): InvitationStore {
  const invitations = connection.collection<StoredInvitation>('invitations');
  const openAt = (now: Date) => ({ used_at: { $exists: false }, expires_at: { $gt: now } });
  return {
    async issue(grant, now) {
      const token = mintInvitationToken(randomBytes);
      const expires_at = new Date(now.getTime() + INVITATION_MS);
      const invitation = { ...grant, id: randomUUID(), created_at: now, expires_at };
      await invitations.insertOne({ _id: hashKey(token), ...invitation });
      await invitations.deleteMany({ expires_at: { $lt: new Date(now.getTime() - KEPT_MS) } });
      return { token, invitation };
    },
    async find(token, now) {
      if (!isInvitationToken(token)) return null;
      const stored = await invitations.findOne({ _id: hashKey(token), ...openAt(now) });
      return stored && invitationOf(stored);
    },
    async use(id, now) {
      const { matchedCount } = await invitations.updateOne(
        { id, ...openAt(now) },
        { $set: { used_at: now } },
      );
      return matchedCount === 1;
    },
    async withdraw(email) {
      await invitations.deleteMany({ email, used_at: { $exists: false } });
    },
    async withdrawOne(id, now) {
      const { deletedCount } = await invitations.deleteOne({ id, ...openAt(now) });
      return deletedCount === 1;
    },
    listOpen: async (now) =>
      (await invitations.find(openAt(now)).sort({ created_at: -1, _id: 1 }).toArray()).map(invitationOf),
  };
}
