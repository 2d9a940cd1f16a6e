import type { components } from '../api/schema';

const KINDS = { person: '', operator_key: 'key', os_user: 'account' } as const;

interface IssuerParts {
  readonly by: components['schemas']['OperatorKey']['issued_by'];
}

/** Who issued a key or made an invitation. */
export const Issuer = ({ by }: IssuerParts) => (
  <>
    {KINDS[by.kind]} <span className="foreign">{by.name}</span>
  </>
);
