import { Code, Stack } from '@mantine/core';
import type { components } from '../api/schema';
import { refusalWords } from '../words/refusal-words';
import { isRecord, linesOf, textOf } from '../words/values';
import { Notice } from './notice';
import { Facts } from './page';

export type TestPostAnswer = components['schemas']['TestPost'];

/** A request for a made-up person, and what its test address answered. */
export function TestPostResult({ result }: { readonly result: TestPostAnswer }) {
  const { request, refusal, answer, reading, sent, missing_secrets: missing } = result;
  return (
    <Stack gap="xs">
      {refusal && <Notice tone="wait">A check would refuse this person. {refusalWords(refusal)}</Notice>}
      <Notice tone={sent ? 'good' : 'info'}>
        {sent ? 'Sent to the test address. The answer is below.' : 'Nothing was sent.'}
      </Notice>
      {missing.length > 0 && (
        <Notice tone="wait">The console doesn’t have these secrets: {missing.join(', ')}.</Notice>
      )}
      <Code block className="foreign">
        {`${request.method} ${request.url}\n${headerLines(request.headers)}\n\n${linesOf(request.body)}`}
      </Code>
      {answer && (
        <Code
          block
          className="foreign"
        >{`${answer.status}\n${headerLines(answer.headers)}\n\n${linesOf(answer.body)}`}</Code>
      )}
      {reading && (
        <Facts
          of={Object.entries(reading).map(([name, value]) => [name.replaceAll('_', ' '), textOf(value)])}
        />
      )}
    </Stack>
  );
}

const headerLines = (headers: unknown): string =>
  isRecord(headers)
    ? Object.entries(headers)
        .map(([name, value]) => `${name}: ${textOf(value)}`)
        .join('\n')
    : '';
