import { Code, Stack, Text } from '@mantine/core';
import type { components } from '../api/schema';
import { linesOf } from '../words/values';

interface MessageParts {
  /** What it is, for those who hear the page. */
  readonly name: string;
  /** Absent: the body is all that came. */
  readonly first?: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: components['schemas']['KeptText'] | null;
}

/** One message as it was sent: its first line, its headers, its body, and where that was cut. */
export function MessageText({ name, first, headers, body }: MessageParts) {
  const named = Object.entries(headers).map(([header, value]) => `${header}: ${value}`);
  const said = body && body.text !== '' ? [body.text] : [];
  const text = linesOf(
    (first === undefined ? said : [first, ...named, ...said.flatMap((one) => ['', one])]).join('\n'),
  );
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
