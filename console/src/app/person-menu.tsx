import {
  ActionIcon,
  Avatar,
  Button,
  Divider,
  Popover,
  SegmentedControl,
  Select,
  Stack,
  Text,
  useMantineColorScheme,
} from '@mantine/core';
import { useSignOut } from '../api/session';
import { useMe } from './me';
import { readAgain } from './query-client';
import { OwnSessions } from './own-sessions';
import { OWN_ZONE, useZone } from './zone';

const ZONES = [
  {
    group: 'Often',
    items: [{ value: OWN_ZONE, label: `Mine: ${OWN_ZONE}` }, ...(OWN_ZONE === 'UTC' ? [] : ['UTC'])],
  },
  {
    group: 'All',
    items: Intl.supportedValuesOf('timeZone').filter((zone) => zone !== OWN_ZONE && zone !== 'UTC'),
  },
];

const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .map((part) => part.charAt(0))
    .slice(0, 2)
    .join('')
    .toUpperCase();

/** Who is signed in, the looks, the zone of all times, and the way out. */
export function PersonMenu() {
  const { person, roles } = useMe();
  const { zone, choose } = useZone();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const signOut = useSignOut();
  return (
    <Popover position="bottom-end" width={290} trapFocus shadow="md">
      <Popover.Target>
        <ActionIcon
          variant="transparent"
          size={34}
          aria-label={`${initialsOf(person.name)}: ${person.name}, looks and zone`}
        >
          <Avatar size={32} color="keep" variant="filled" radius="xl">
            {initialsOf(person.name)}
          </Avatar>
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown p="sm" aria-label="Looks, zone, sign out">
        <Text fw={600} size="sm" className="foreign">
          {person.name}
        </Text>
        <Text c="dimmed" size="xs" className="foreign">
          {person.email} · {roles.join(', ')}
        </Text>
        <Stack gap="xs" mt="sm">
          <SegmentedControl
            size="xs"
            fullWidth
            aria-label="Theme"
            value={colorScheme}
            onChange={(value) => {
              setColorScheme(value);
            }}
            data={[
              { value: 'auto', label: 'System' },
              { value: 'light', label: 'Light' },
              { value: 'dark', label: 'Dark' },
            ]}
          />
          <Select
            size="xs"
            label="Times are shown in"
            searchable
            data={ZONES}
            value={zone}
            allowDeselect={false}
            comboboxProps={{ withinPortal: false }}
            onChange={(value) => {
              if (value === null) return;
              choose(value);
              // Sentences have moments too.
              void readAgain();
            }}
          />
        </Stack>
        <Divider my="sm" />
        <OwnSessions />
        <Divider my="sm" />
        <Button
          fullWidth
          variant="default"
          size="xs"
          loading={signOut.isPending}
          onClick={() => signOut.mutate()}
        >
          Sign out
        </Button>
      </Popover.Dropdown>
    </Popover>
  );
}
