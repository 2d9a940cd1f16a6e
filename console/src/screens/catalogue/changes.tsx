import { Code, Stack, Text } from '@mantine/core';
import type { components } from '../../api/schema';
import { Pill, type Tone } from '../../parts/notice';
import { textOf } from '../../words/values';

export type Change = components['schemas']['CatalogueChange'];

const CHANGES: Readonly<Record<Change['change'], readonly [words: string, tone: Tone]>> = {
  added: ['Added', 'good'],
  changed: ['Changed', 'info'],
  retired: ['Retired', 'bad'],
  revived: ['Revived', 'wait'],
};

const valueText = (value: unknown): string =>
  value === null || value === undefined ? 'not set' : textOf(value);

/** What differs between two versions, entry by entry and field by field. */
export function Changes({ changes }: { readonly changes: readonly Change[] }) {
  if (changes.length === 0) return <Text size="sm">Nothing differs.</Text>;
  return (
    <Stack gap="sm">
      {changes.map(({ kind, handle, change, fields }) => (
        <div key={`${kind} ${handle}`}>
          <Text size="sm" component="div" className="foreign">
            <Pill tone={CHANGES[change][1]}>{CHANGES[change][0]}</Pill>{' '}
            <b>
              {kind.replaceAll('_', ' ')} {handle}
            </b>
          </Text>
          {fields.map(({ path, before, after }) => (
            <Text key={path} size="xs" ml="md" mt={2} component="div" className="foreign">
              {path}: was <Code>{valueText(before)}</Code>, becomes <Code>{valueText(after)}</Code>
            </Text>
          ))}
        </div>
      ))}
    </Stack>
  );
}
