import { randomUUID } from 'node:crypto';
import type { Role } from '../../core/operators/roles.js';
import type { AuditFacts } from '../../core/audit/audit-entry.js';
import { isOutdatedFor } from '../../core/people/invitation.js';
import { rolesOf, type Person } from '../../core/people/person.js';
import { rolesOfClaim, type RoleMap } from '../../core/people/provider-roles.js';
import { audited } from '../audit/audited.js';
import type { ProvidedIdentity } from '../ports/identity-provider.js';
import type { PeopleStore, PersonGrant, ProviderSubject } from '../ports/people-store.js';
import { join, type InvitedPorts } from './accept-invitation.js';
import { beginSession, ownAct, type SignedIn, type SignInCall } from './begin-session.js';
import { findOpen } from './open-invitations.js';

export interface ProviderSignInPorts extends InvitedPorts {
  readonly roleMap: RoleMap;
}

export type ProviderEnd =
  | SignedIn
  /** Neither the provider nor an invitation gives a role. */
  | { readonly outcome: 'no_role' }
  /** The person was removed in Leadkeep. Only an invitation brings them back. */
  | { readonly outcome: 'removed' }
  /** The invitation is unknown, used or expired, or from before the person's roles were set, or who made it may invite no more. */
  | { readonly outcome: 'unknown' }
  /** This account of the provider was a person's way in, and is not any more: they have another one now. */
  | { readonly outcome: 'replaced' }
  /** The invitation is for an account that another person of the provider does not have. */
  | { readonly outcome: 'taken' };

/** Signs in somebody whom the identity provider has named. The provider's roles of now replace those of before. */
export async function signInByProvider(
  ports: ProviderSignInPorts,
  identity: ProvidedIdentity,
  invitationToken: string | undefined,
  call: SignInCall,
): Promise<ProviderEnd> {
  const { people, recordRefusal } = ports;
  const { issuer, subject, name, email } = identity;
  const provider = { issuer, subject };
  const provider_roles = rolesOfClaim(identity.roleClaim, ports.roleMap);
  if (invitationToken !== undefined)
    return accept(ports, identity, { provider_roles, invitationToken }, call);
  const found = await people.findByProvider(provider);
  const known = found?.person;
  const why = found && whyNoWayIn(found);
  if (known && why) {
    await recordRefusal(call.audit, { why, person: known.id });
    return { outcome: why };
  }
  const said = { name, email, provider_roles };
  if (known) await renew(people, known, { said, provider }, call);
  const roles = rolesOf({ roles: known?.roles ?? [], provider_roles });
  if (roles.length === 0) {
    await recordRefusal(call.audit, { why: 'no_role', ...(known && { person: known.id }) });
    return { outcome: 'no_role' };
  }
  const id = known?.id ?? randomUUID();
  if (!known && !(await add(people, { id, ...said, provider }, call))) return { outcome: 'taken' };
  // An invitation that was accepted meanwhile may have given the person another way in.
  const now = await people.findByProvider(provider);
  const since = now ? whyNoWayIn(now) : 'removed';
  if (!now || since) return { outcome: since ?? 'removed' };
  const begun = await beginSession(ports, now.person, { by: 'oidc', provider }, call);
  return begun ?? { outcome: 'replaced' };
}

/** Undefined: the account is the person's way in. */
const whyNoWayIn = ({ person, is_former }: FoundByProvider): 'removed' | 'replaced' | undefined =>
  person.removed_at ? 'removed' : is_former ? 'replaced' : undefined;
type FoundByProvider = NonNullable<Awaited<ReturnType<PeopleStore['findByProvider']>>>;

type Said = Pick<Person, 'name' | 'email' | 'provider_roles'>;
type Adding = Omit<PersonGrant, 'roles' | 'local' | 'provider_roles'> & Said;

/** Stores somebody whom only the provider gives roles. False: another sign-in was first. */
const add = (people: PeopleStore, adding: Adding, call: SignInCall): Promise<boolean> =>
  audited(
    ownAct(call, adding.id),
    {
      ...{ action: 'person.join', on: { kind: 'person', ids: [adding.id] } },
      ...{ facts: { sign_in: 'oidc' }, after: { roles: adding.provider_roles } },
    },
    async () => (await people.grant({ ...adding, roles: [] }, call.now)) === 'granted',
    (added) => ({ result: added ? 'done' : 'refused' }),
  );

/** Stores what the provider says now. Other roles than before are an act that the audit log has; a name is not. */
async function renew(
  people: PeopleStore,
  known: Person,
  { said, provider }: { readonly said: Said; readonly provider: ProviderSubject },
  call: SignInCall,
): Promise<void> {
  const rolesAt = (provider_roles: readonly Role[]): AuditFacts => ({
    roles: rolesOf({ roles: known.roles, provider_roles }),
    roles_of_provider: provider_roles,
  });
  // Both are in the order of `ROLE_NAMES`.
  if (String(known.provider_roles) === String(said.provider_roles)) {
    await people.renew(known.id, provider, said);
    return;
  }
  await audited(
    ownAct(call, known.id),
    {
      ...{ action: 'person.roles', on: { kind: 'person', ids: [known.id] }, facts: { sign_in: 'oidc' } },
      ...{ before: rolesAt(known.provider_roles), after: rolesAt(said.provider_roles) },
    },
    () => people.renew(known.id, provider, said),
    (renewed) => ({ result: renewed ? 'done' : 'nothing' }),
  );
}

async function accept(
  ports: ProviderSignInPorts,
  { issuer, subject, name, email }: ProvidedIdentity,
  accepted: { readonly invitationToken: string; readonly provider_roles: readonly Role[] },
  call: SignInCall,
): Promise<ProviderEnd> {
  const { people } = ports;
  const invitation = await findOpen(ports, accepted.invitationToken, call.now);
  if (invitation === null) return { outcome: 'unknown' };
  const found = await people.findByProvider({ issuer, subject });
  const known = found?.person;
  const invited = invitation.email === null ? null : await people.findByEmail(invitation.email);
  if (known && invited && known.id !== invited.id) return { outcome: 'taken' };
  // Somebody who has another way in by now gets this one back only by an invitation to their own address.
  if (known && found.is_former && !known.removed_at && !invited) return { outcome: 'taken' };
  const before = invited ?? known;
  if (before && isOutdatedFor(invitation, before)) return { outcome: 'unknown' };
  const grant = {
    ...{ id: before?.id ?? randomUUID(), name, email: invitation.email ?? email ?? before?.email ?? null },
    roles: invitation.roles ?? before?.roles ?? [],
    provider_roles: accepted.provider_roles,
    provider: { issuer, subject },
  };
  return join(ports, invitation, { grant, before }, call);
}
