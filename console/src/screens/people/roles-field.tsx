import { Checkbox, Stack } from '@mantine/core';
import { ROLES } from '../../words/permission-words';

export type Role = (typeof ROLES)[number]['value'];

interface FieldParts {
  readonly roles: readonly Role[];
  readonly onChange: (roles: readonly Role[]) => void;
}

/** Roles with what they are for. */
export const RolesField = ({ roles, onChange }: FieldParts) => (
  <Checkbox.Group
    label="Roles"
    value={[...roles]}
    onChange={(value) => onChange(ROLES.map((role) => role.value).filter((role) => value.includes(role)))}
  >
    <Stack gap={6} mt={4}>
      {ROLES.map(({ value, label, about }) => (
        <Checkbox key={value} value={value} label={label} description={about} />
      ))}
    </Stack>
  </Checkbox.Group>
);
