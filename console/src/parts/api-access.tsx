import { Button, Code, CopyButton, Group, Stack } from '@mantine/core';
import { curlOf } from '../../../src/core/posting-spec/curl-of.js';
import { Notice } from './notice';
import { Facts } from './page';

interface AccessParts {
  /** Null: the setting that says it is missing. */
  readonly base: string | null;
  /** Shown where the reader has it. */
  readonly apiKey?: string;
  /** The rest of a call as somebody types it, behind its header. */
  readonly call: { readonly path: string; readonly body?: object | undefined } | undefined;
}

/** Where affiliates call, how they say who they are, and a call to copy. */
export function ApiAccess({ base, apiKey = 'YOUR_KEY', call }: AccessParts) {
  const header = `Authorization: Bearer ${apiKey}`;
  const address = base ?? 'https://YOUR-ADDRESS';
  return (
    <Stack gap="xs">
      {base === null && (
        <Notice tone="wait">
          This console doesn’t know the address that affiliates call. Set PUBLIC_URL, for example
          PUBLIC_URL=https://leads.example.com, in the environment of every Leadkeep process, and restart
          them.
        </Notice>
      )}
      <Facts
        of={[
          ['Base URL', address],
          ['Header', header],
        ]}
      />
      {call && <Curl text={curlOf(`${address}${call.path}`, header, call.body)} />}
    </Stack>
  );
}

const Curl = ({ text }: { readonly text: string }) => (
  <>
    <Code block className="foreign">
      {text}
    </Code>
    <Group justify="flex-end">
      <CopyButton value={text}>
        {({ copied, copy }) => (
          <Button variant="default" size="compact-sm" onClick={copy}>
            {copied ? 'Copied' : 'Copy curl'}
          </Button>
        )}
      </CopyButton>
    </Group>
  </>
);
