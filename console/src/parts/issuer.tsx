import type { components } from '../api/schema';

const KINDS = { person: '', operator_key: 'key', os_user: 'account' } as const;

interface IssuerParts {
  /** Undefined: a process of a version before this was kept answered. */
  readonly by: components['schemas']['OperatorKey']['issued_by'] | undefined;
}

/** Who issued a key or made an invitation. */
export const Issuer = ({ by }: IssuerParts) =>
  by ? (
    <>
      {KINDS[by.kind]} <span className="foreign">{by.name}</span>
    </>
  ) : (
    '–'
  );
