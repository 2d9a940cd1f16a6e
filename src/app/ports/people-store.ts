import type { Invitation } from '../../core/people/invitation.js';
import type { Person } from '../../core/people/person.js';
import type { Session } from '../../core/people/session.js';
import type { Role } from '../../core/operators/roles.js';

/** How a person signs in with a password. */
export interface LocalSignIn {
  readonly email: string;
  /** An argon2id hash with its parameters. */
  readonly password_hash: string;
  /** The secret of the one-time codes, sealed. */
  readonly totp_secret: string;
  /** The step of the newest code that was used. */
  readonly totp_step: number;
}

/** A person at the identity provider. */
export interface ProviderSubject {
  readonly issuer: string;
  readonly subject: string;
}

/** What an accepted invitation or a first sign-in stores about a person. It replaces what was there. */
export interface PersonGrant {
  readonly id: string;
  readonly name: string;
  readonly email: string | null;
  readonly roles: readonly Role[];
  readonly provider_roles?: readonly Role[];
  readonly local?: LocalSignIn;
  readonly provider?: ProviderSubject;
}

/** `changed`: somebody set the person's roles, or removed them, since they were read. `taken`: another person has the address or the subject. */
export type Granted = 'granted' | 'changed' | 'taken';

/** People. Throws on an outage. */
export interface PeopleStore {
  /** Oldest first, also removed ones. */
  list(): Promise<Person[]>;
  read(id: string): Promise<Person | null>;
  /** The person who signs in with this address, or was invited with it; a removed one only if there is no other. */
  findByEmail(email: string): Promise<Person | null>;
  /** The address of the person, and those that the person had before. */
  addressesOf(id: string): Promise<readonly string[]>;
  /** The way in with a password. Null: nobody has one under this address. */
  findLocal(email: string): Promise<{ readonly person: Person; readonly local: LocalSignIn } | null>;
  /**
   * Also a removed person. `is_former`: this subject was the person's way in until another one, or a password, replaced
   * it.
   */
  findByProvider(
    subject: ProviderSubject,
  ): Promise<{ readonly person: Person; readonly is_former: boolean } | null>;
  /**
   * Stores the person, also one that was removed, if they still stand as `read`; absent: a new person. A subject or an address that is
   * replaced is kept as a former one.
   */
  grant(grant: PersonGrant, now: Date, read?: Pick<Person, 'roles_set_at' | 'removed_at'>): Promise<Granted>;
  /**
   * Stores that a code of this step was used, with the password of this hash. False: one of it or of a later step was used
   * before, or the person has another password now, or was removed.
   */
  useStep(id: string, step: number, passwordHash: string): Promise<boolean>;
  /**
   * What the identity provider said at a sign-in of this subject. If it confirmed no address, the one of before stays;
   * another one is kept as a former one. False: the person was removed, or has another way in now.
   */
  renew(
    id: string,
    subject: ProviderSubject,
    said: Pick<Person, 'name' | 'email' | 'provider_roles'>,
  ): Promise<boolean>;
  /**
   * Replaces all roles, also those of the identity provider, until the next sign-in there. `read`: only if the stored ones
   * are still exactly these. False: there is no such person, or not with the roles that were read.
   */
  setRoles(id: string, roles: readonly Role[], now: Date, read?: readonly Role[]): Promise<boolean>;
  /** Takes away every way to sign in. False: there is no such person, or the person was removed before. */
  remove(id: string, now: Date): Promise<boolean>;
}

/** Invitations, by the hash of their tokens. Throws on an outage. */
export interface InvitationStore {
  issue(
    grant: Pick<Invitation, 'email' | 'roles' | 'issued_by'>,
    now: Date,
  ): Promise<{ readonly token: string; readonly invitation: Invitation }>;
  /** Null: it is unknown, used or expired. */
  find(token: string, now: Date): Promise<Invitation | null>;
  /** Only one caller gets true. */
  use(id: string, now: Date): Promise<boolean>;
  /** Ends the open invitations for an address; null: those for no address. */
  withdraw(email: string | null): Promise<void>;
  /** Ends one. False: it can't be used any more. */
  withdrawOne(id: string, now: Date): Promise<boolean>;
  /** Those that are neither used nor expired, newest first. */
  listOpen(now: Date): Promise<Invitation[]>;
}

/** Where a session comes from. */
export interface SessionOrigin {
  readonly address?: string;
  readonly agent?: string;
}

/** Sessions, by the hash of their tokens. Throws on an outage. */
export interface SessionStore {
  begin(
    person: Person,
    origin: SessionOrigin,
    now: Date,
  ): Promise<{ readonly token: string; readonly session: Session }>;
  /** Each session that is valid at `now`, with its hash. The roles of the person are those of now. */
  listValid(now: Date): Promise<(readonly [hash: string, session: Session])[]>;
  findByHash(hash: string): Promise<Session | null>;
  /** Moves the end of a session that is in use. */
  use(session: Session, now: Date): Promise<void>;
  /** False: it has ended before. */
  end(id: string, now: Date): Promise<boolean>;
  /** Ends all of a person, and returns their ids. */
  endAll(personId: string, now: Date): Promise<string[]>;
}
