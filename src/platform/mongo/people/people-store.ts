import type { Connection } from 'mongoose';
import type { LocalSignIn, PeopleStore, ProviderSubject } from '../../../app/ports/people-store.js';
import type { Person, SignInKind } from '../../../core/people/person.js';
import { unlessTaken } from '../stores/duplicate-key.js';

/** A stored person. Unique indexes on the members of `local` and `provider` keep accounts apart. */
export interface StoredPerson extends Omit<Person, 'id' | 'sign_in'> {
  readonly _id: string;
  readonly local?: LocalSignIn;
  readonly provider?: ProviderSubject;
  /** Subjects that were the way in before: otherwise a sign-in there would make a new person, also of a removed one. */
  readonly former_providers?: readonly ProviderSubject[];
  /** Addresses of before: invitations for them may be open when the person is removed. */
  readonly former_emails?: readonly string[];
}

export const peopleOf = (connection: Connection) => connection.collection<StoredPerson>('people');

/** A person without what proves who they are, and without what was before. */
export function personOf(stored: StoredPerson): Person {
  const { _id, local, provider, former_providers: _, former_emails: __, ...person } = stored;
  const sign_in: SignInKind[] = [
    ...(local ? (['local'] as const) : []),
    ...(provider ? (['oidc'] as const) : []),
  ];
  return { id: _id, ...person, sign_in };
}

const isSame = (one: ProviderSubject, other: ProviderSubject | undefined): boolean =>
  one.issuer === other?.issuer && one.subject === other.subject;

/** Part of an update. Not every server takes an operator without members. */
const addedTo = <Lists extends object>(lists: Lists): { $addToSet?: Lists } =>
  Object.keys(lists).length > 0 ? { $addToSet: lists } : {};

/** The address that this one replaces. */
const formerEmail = (before: StoredPerson | null, email: string | null): { former_emails?: string } =>
  before && before.email !== null && email !== null && before.email !== email
    ? { former_emails: before.email }
    : {};

/** A grant meets a sign-in or another grant of the person. Each try reads the person again. */
const MAX_TRIES = 3;

const isAt = (one: Date | undefined, other: Date | undefined): boolean => one?.getTime() === other?.getTime();

/** Whether nobody has set the roles since, or removed the person: the later act wins over what was read before it. */
const isSetAs = (
  stored: StoredPerson,
  { roles_set_at, removed_at }: Pick<Person, 'roles_set_at' | 'removed_at'>,
): boolean => isAt(stored.roles_set_at, roles_set_at) && isAt(stored.removed_at, removed_at);

/** The condition that the person is as it was read, in what a grant replaces and must remember, or gives way to. */
const asRead = ({ _id, email, provider, roles_set_at, removed_at }: StoredPerson) => ({
  ...{ _id, email },
  'provider.issuer': provider?.issuer ?? ABSENT,
  'provider.subject': provider?.subject ?? ABSENT,
  roles_set_at: roles_set_at ?? ABSENT,
  removed_at: removed_at ?? ABSENT,
});
const ABSENT = { $exists: false } as const;

const HERE = { removed_at: { $exists: false } } as const;

export function createPeopleStore(connection: Connection): PeopleStore {
  const people = peopleOf(connection);
  const personOrNull = (stored: StoredPerson | null): Person | null => stored && personOf(stored);
  return {
    list: async () => (await people.find({}).sort({ created_at: 1, _id: 1 }).toArray()).map(personOf),
    read: async (id) => personOrNull(await people.findOne({ _id: id })),
    async findByEmail(email) {
      // The way in comes first: the identity provider may have named somebody else with the same address.
      const found = await people.findOne({ 'local.email': email });
      return personOrNull(
        found ?? (await people.findOne({ email }, { sort: { removed_at: 1, created_at: 1 } })),
      );
    },
    async addressesOf(id) {
      const { email = null, former_emails = [] } = (await people.findOne({ _id: id })) ?? {};
      return [...new Set([...(email === null ? [] : [email]), ...former_emails])];
    },
    async findLocal(email) {
      const stored = await people.findOne({ 'local.email': email, ...HERE });
      return stored?.local ? { person: personOf(stored), local: stored.local } : null;
    },
    async findByProvider({ issuer, subject }) {
      const found = await people.findOne({ 'provider.issuer': issuer, 'provider.subject': subject });
      if (found) return { person: personOf(found), is_former: false };
      const former = await people.findOne({ former_providers: { $elemMatch: { issuer, subject } } });
      return former && { person: personOf(former), is_former: true };
    },
    async grant({ id, local, provider, provider_roles = [], ...person }, now, read) {
      const fields = { ...person, provider_roles, ...(local && { local }), ...(provider && { provider }) };
      if (!read) {
        const isNew = await unlessTaken(people.insertOne({ _id: id, ...fields, created_at: now }));
        return isNew ? 'granted' : 'taken';
      }
      for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
        const before = await people.findOne({ _id: id });
        if (!before || !isSetAs(before, read)) return 'changed';
        const former = {
          ...(before.provider && !isSame(before.provider, provider) && { former_providers: before.provider }),
          ...formerEmail(before, person.email),
        };
        let matched = 0;
        const write = async (): Promise<void> => {
          const { matchedCount } = await people.updateOne(asRead(before), {
            $set: fields,
            $unset: { removed_at: 1, ...(!local && { local: 1 }), ...(!provider && { provider: 1 }) },
            ...addedTo(former),
          });
          matched = matchedCount;
        };
        if (!(await unlessTaken(write()))) return 'taken';
        if (matched === 1) return 'granted';
      }
      return 'changed';
    },
    async useStep(id, step, passwordHash) {
      const { matchedCount } = await people.updateOne(
        { _id: id, 'local.totp_step': { $lt: step }, 'local.password_hash': passwordHash, ...HERE },
        { $set: { 'local.totp_step': step } },
      );
      return matchedCount === 1;
    },
    async renew(id, { issuer, subject }, said) {
      const { email, ...rest } = said;
      const former = formerEmail(await people.findOne({ _id: id }), email);
      const fields = { ...rest, ...(email !== null && { email }) };
      const { matchedCount } = await people.updateOne(
        { _id: id, 'provider.issuer': issuer, 'provider.subject': subject, ...HERE },
        { $set: fields, ...addedTo(former) },
      );
      return matchedCount === 1;
    },
    async setRoles(id, roles, now, read) {
      const { matchedCount } = await people.updateOne(
        { _id: id, ...HERE, ...(read && { roles: [...read] }) },
        { $set: { roles: [...roles], provider_roles: [], roles_set_at: now } },
      );
      return matchedCount === 1;
    },
    async remove(id, now) {
      // The provider's subject stays: otherwise the next sign-in there would make this person anew.
      const { matchedCount } = await people.updateOne(
        { _id: id, ...HERE },
        {
          $set: { removed_at: now, roles: [], provider_roles: [], roles_set_at: now },
          $unset: { local: 1 },
        },
      );
      return matchedCount === 1;
    },
  };
}
