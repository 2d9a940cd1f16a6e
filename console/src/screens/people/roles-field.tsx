import { Checkbox, Stack } from '@mantine/core';
import { ROLES } from '../../words/permission-words';

export type Role = (typeof ROLES)[number]['value'];

interface FieldParts {
  readonly roles: readonly Role[];
  readonly onChange: (roles: readonly Role[]) => void;
  /** What the identity provider gives, whatever is ticked here. */
  readonly provided?: readonly Role[];
}

/** Roles with what they are for. */
export const RolesField = ({ roles, onChange, provided = [] }: FieldParts) => {
  const about = (role: (typeof ROLES)[number]): string => {
    if (!provided.includes(role.value)) return role.about;
    const too = roles.includes(role.value) ? ' too' : '';
    return `${role.about}. The identity provider gives it${too}.`;
  };
  return (
    <Checkbox.Group
      label="Roles"
      description={
        provided.length > 0 &&
        'Until the next sign-in at the identity provider, the person has only what you tick; then also what the provider gives.'
      }
      value={[...roles]}
      onChange={(value) => onChange(ROLES.map((role) => role.value).filter((role) => value.includes(role)))}
    >
      <Stack gap={6} mt={4}>
        {ROLES.map((role) => (
          <Checkbox key={role.value} value={role.value} label={role.label} description={about(role)} />
        ))}
      </Stack>
    </Checkbox.Group>
  );
};
