import { Code, Stack, Text } from '@mantine/core';
import type { FormName } from '../../../../src/core/catalogue/entry-form.js';
import type { components } from '../../api/schema';
import { EntryLink } from '../../parts/entry-buttons';
import { Pill, type Tone } from '../../parts/notice';
import { differing } from '../../words/differing';

export type Change = components['schemas']['CatalogueChange'];

const CHANGES: Readonly<Record<Change['change'], readonly [words: string, tone: Tone]>> = {
  added: ['Added', 'good'],
  changed: ['Changed', 'info'],
  retired: ['Retired', 'bad'],
  revived: ['Revived', 'wait'],
};

const FORMS: readonly string[] = ['affiliate', 'buyer', 'offer', 'campaign'];
const isForm = (kind: string): kind is FormName => FORMS.includes(kind);

interface ChangesParts {
  readonly changes: readonly Change[];
  /** The draft that can be edited, by form. */
  readonly draft?: string | undefined;
}

/** What differs between two versions, entry by entry and field by field. */
export function Changes({ changes, draft }: ChangesParts) {
  if (changes.length === 0) return <Text size="sm">No differences.</Text>;
  return (
    <Stack gap="sm">
      {changes.map(({ kind, handle, change, fields }) => (
        <div key={`${kind} ${handle}`}>
          <Text size="sm" component="div" className="foreign">
            <Pill tone={CHANGES[change][1]}>{CHANGES[change][0]}</Pill>{' '}
            <b>
              {kind.replaceAll('_', ' ')} {handle}
            </b>{' '}
            {draft !== undefined && isForm(kind) && change !== 'retired' && (
              <EntryLink form={kind} handle={handle} draft={draft}>
                Edit
              </EntryLink>
            )}
          </Text>
          {fields.map((field) => (
            <FieldChange key={field.path} field={field} />
          ))}
        </div>
      ))}
    </Stack>
  );
}

/** Lines and blanks stand as they are: they may be all that differs. */
const AS_IT_IS = { whiteSpace: 'pre-wrap' } as const;

function FieldChange({ field: { path, before, after } }: { readonly field: Change['fields'][number] }) {
  const [was, becomes] = differing(before, after);
  return (
    <Text size="xs" ml="md" mt={2} component="div" className="foreign">
      {path}:{' '}
      <Code className="foreign" style={AS_IT_IS}>
        {was}
      </Code>
      {' → '}
      <Code className="foreign" style={AS_IT_IS}>
        {becomes}
      </Code>
    </Text>
  );
}
