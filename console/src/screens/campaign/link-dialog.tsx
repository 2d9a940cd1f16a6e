import { Button, Code, CopyButton, Group, NumberInput, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useMay } from '../../app/me';
import { answerOf, api } from '../../api/client';
import type { components } from '../../api/schema';
import { ActDialog } from '../../parts/act-dialog';
import { Notice } from '../../parts/notice';
import { Time } from '../../parts/time';

type Made = components['schemas']['PostingLink'];

interface LinkParts {
  readonly handle: string;
  readonly isDead: boolean;
  readonly size?: 'compact-xs';
}

/** Makes a link to the specification, for people without an account. */
export function LinkDialog({ handle, isDead, size }: LinkParts) {
  const mayMake = useMay()('keys:write');
  const [days, setDays] = useState<number | string>(30);
  const [made, setMade] = useState<Made>();
  if (!mayMake) return null;
  return (
    <ActDialog
      name="Make a link"
      {...(size && { button: { size } })}
      why="none"
      isDone={made !== undefined}
      isReady={Number(days) >= 1}
      onOpen={() => setMade(undefined)}
      act={async () => {
        setMade(
          await answerOf(
            api.POST('/api/v1/operator/campaigns/{handle}/links', {
              params: { path: { handle } },
              body: { days: Number(days) },
            }),
          ),
        );
        return undefined;
      }}
    >
      <Text size="sm">
        A page with this specification, always up to date. Anyone with the link can read it and send test
        leads for this campaign. You can’t revoke the link. It works until its date, or until the campaign or
        its affiliate ends.
      </Text>
      {isDead && <Notice tone="wait">The affiliate isn’t active, so links don’t work right now.</Notice>}
      {!made && (
        <NumberInput label="It works for, in days" min={1} max={365} value={days} onChange={setDays} />
      )}
      {made && <MadeLink made={made} />}
    </ActDialog>
  );
}

const MadeLink = ({ made: { url, is_whole: isWhole, until } }: { readonly made: Made }) => (
  <Stack gap="xs">
    <Notice tone="good">
      It works until <Time at={until} />. It is not stored, so copy it now.
    </Notice>
    {!isWhole && (
      <Notice tone="wait">
        The address of your API is missing in front, because PUBLIC_URL isn’t set. Set it in the environment
        of every Leadkeep process, for example PUBLIC_URL=https://leads.example.com, and restart them.
      </Notice>
    )}
    <Code block className="foreign">
      {url}
    </Code>
    <Group justify="flex-end">
      <CopyButton value={url}>
        {({ copied, copy }) => (
          <Button variant="default" onClick={copy}>
            {copied ? 'Copied' : 'Copy the link'}
          </Button>
        )}
      </CopyButton>
    </Group>
  </Stack>
);
