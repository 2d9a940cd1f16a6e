import { useState, type ReactNode } from 'react';
import { Button, Code, CopyButton, Group, Modal, NumberInput, Stack, Text } from '@mantine/core';
import { ActDialog } from '../../parts/act-dialog';
import { Pill, type Tone } from '../../parts/notice';
import { Time } from '../../parts/time';

const STATES: Readonly<Record<string, readonly [words: string, tone: Tone]>> = {
  valid: ['Valid', 'good'],
  replaced: ['Replaced, still valid', 'wait'],
  expired: ['Expired', 'plain'],
  revoked: ['Revoked', 'plain'],
};

interface KeyState {
  readonly state: string;
  readonly expires_at: string | null;
}

export function KeyStatePill({ of: { state, expires_at: expiresAt } }: { readonly of: KeyState }) {
  const [words, tone] = STATES[state] ?? [state, 'plain'];
  const isLive = state === 'valid' || state === 'replaced';
  return (
    <>
      <Pill tone={tone}>{words}</Pill>{' '}
      <Text size="xs" c="dimmed" span>
        {isLive &&
          (expiresAt === null ? (
            'never expires'
          ) : (
            <>
              expires <Time at={expiresAt} ago />
            </>
          ))}
      </Text>
    </>
  );
}

/** The only moment in which a key can be read. */
export const NewKey = ({
  value,
  onClose,
  children,
}: {
  readonly value: string | undefined;
  readonly onClose: () => void;
  /** How it is used. */
  readonly children?: ReactNode;
}) => (
  <Modal
    opened={value !== undefined}
    onClose={onClose}
    title={<Text fw={650}>The new key</Text>}
    closeOnClickOutside={false}
    size="lg"
  >
    <Stack gap="sm">
      <Text size="sm">Copy it now and share it securely. You can’t see it again.</Text>
      <Code block className="foreign">
        {value}
      </Code>
      <Group justify="flex-end">
        <CopyButton value={value ?? ''}>
          {({ copied, copy }) => <Button onClick={copy}>{copied ? 'Copied' : 'Copy the key'}</Button>}
        </CopyButton>
        <Button variant="default" onClick={onClose}>
          Done
        </Button>
      </Group>
      {children}
    </Stack>
  </Modal>
);

interface RowActsParts {
  readonly prefix: string;
  /** Shows the new key. */
  readonly rotate: (overlapHours: number) => Promise<void>;
  readonly revoke: () => Promise<string>;
}

/** Replaces or ends a key that is valid. */
export function KeyActs({ prefix, rotate, revoke }: RowActsParts) {
  const [hours, setHours] = useState<number | string>(24);
  return (
    <Group gap={6} wrap="nowrap">
      <ActDialog
        name="Replace"
        button={{ size: 'compact-xs' }}
        why="none"
        confirm="Issue the new key"
        act={async () => {
          await rotate(Number(hours));
          return 'New key issued.';
        }}
      >
        <Text size="sm">
          Issues a key with the same permissions. The old one, {prefix}…, keeps working for now, so that
          nothing stops.
        </Text>
        <NumberInput
          label="Keep the old key valid for, in hours"
          description="0 revokes it right away"
          min={0}
          max={2_160}
          value={hours}
          onChange={setHours}
        />
      </ActDialog>
      <ActDialog
        name="Revoke"
        button={{ size: 'compact-xs' }}
        why="none"
        isDanger
        confirm="Revoke the key"
        act={revoke}
      >
        <Text size="sm">Calls with {prefix}… are refused within 5 seconds. You can’t undo this.</Text>
      </ActDialog>
    </Group>
  );
}
