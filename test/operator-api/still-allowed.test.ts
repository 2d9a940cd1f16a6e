import { expect } from 'chai';
import type { Request } from 'express';
import type { Permission } from '../../src/core/operators/permissions.js';
import type { Person } from '../../src/core/people/person.js';
import { createStillAllowed } from '../../src/operator-api/still-allowed.js';

const request = { headers: { 'x-api-key': 'k' } } as unknown as Request;

describe('operator API: whether a call that goes on may go on', () => {
  const asked = (
    kind: 'key' | 'person',
    known: { scopes?: readonly Permission[]; person?: Pick<Person, 'roles' | 'provider_roles'> } | null,
    needed: readonly Permission[],
  ): Promise<boolean> =>
    createStillAllowed(
      { known: (key: string) => Promise.resolve(kind === 'key' && key === 'k' ? known : null) } as never,
      { known: () => Promise.resolve(kind === 'person' ? known : null) } as never,
    )(request, { kind }, needed);
  const support = { roles: ['support'], provider_roles: [] } as const;
  const viewer = { roles: ['viewer'], provider_roles: [] } as const;

  for (const [what, kind, known, needed, isAllowed] of [
    ['a key that is valid', 'key', { scopes: ['leads:read', 'pii:read'] }, ['leads:read', 'pii:read'], true],
    ['a key without one of the scopes', 'key', { scopes: ['leads:read'] }, ['leads:read', 'pii:read'], false],
    ['a key that was revoked', 'key', null, ['leads:read'], false],
    ['a session', 'person', { person: support }, ['pii:read'], true],
    ['a session of a person whose role was taken', 'person', { person: viewer }, ['pii:read'], false],
    ['a session that has ended', 'person', null, ['leads:read'], false],
  ] as const)
    it(`${what}: ${isAllowed ? 'yes' : 'no'}`, async () => {
      expect(await asked(kind, known, needed)).to.equal(isAllowed);
    });
});
