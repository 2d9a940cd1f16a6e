import { Code, Stack, Text } from '@mantine/core';
import type { components } from '../api/schema';
import { linesOf } from '../words/values';

interface MessageParts {
  /** What it is, for those who hear the page. */
  readonly name: string;
  readonly first: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: components['schemas']['KeptText'] | null;
}

/** One message as it was sent: its first line, its headers, its body, and where that was cut. */
export function MessageText({ name, first, headers, body }: MessageParts) {
  const lines = [first, ...Object.entries(headers).map(([header, value]) => `${header}: ${value}`)];
  const text = linesOf([...lines, ...(body && body.text !== '' ? ['', body.text] : [])].join('\n'));
  return (
    <Stack gap={4}>
      <Text size="sm" fw={600}>
        {name}
      </Text>
      <Code
        block
        className="foreign"
        tabIndex={0}
        role="group"
        aria-label={name}
        style={{ whiteSpace: 'pre-wrap', maxHeight: 360, overflow: 'auto' }}
      >
        {text}
      </Code>
      {body !== null && body.cut_of !== null && (
        <Text size="xs">Cut off: it had {body.cut_of.toLocaleString('en-US')} characters.</Text>
      )}
    </Stack>
  );
}
