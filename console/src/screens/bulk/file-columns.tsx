import { Group, Select, Stack, Text } from '@mantine/core';
import type { components } from '../../api/schema';
import { Panel } from '../../parts/page';
import { Time } from '../../parts/time';

type File = NonNullable<components['schemas']['Bulk']['file']>;

/** Which columns were chosen, and what the buyer's own words mean. */
export interface Mapping {
  readonly columns: Readonly<Record<string, string>>;
  readonly meanings: { readonly text: string; readonly means: string }[];
}

const FIELDS: Readonly<Record<string, string>> = {
  id: 'Lead ID',
  reference: 'Buyer’s reference',
  email: 'Email',
  phone: 'Phone',
  stage: 'Stage',
  on: 'Day',
  value: 'Value',
  reason: 'Reason',
  evidence: 'Evidence',
};

interface ColumnsParts {
  readonly file: File;
  /** What was chosen; undefined: what the plan found counts. */
  readonly mapping: Mapping | undefined;
  /** Whether there is a buyer for whom it is remembered. */
  readonly isRemembered: boolean;
  readonly isDisabled: boolean;
  readonly onMapping: (mapping: Mapping) => void;
  /** What is said above words of the file that nobody knows. */
  readonly texts?: string;
  /** What is done with the leads. */
  readonly done?: string;
}

/** Which column of a buyer's file has what, and what its reasons mean. */
export function FileColumns({ file, mapping, isRemembered, isDisabled, onMapping, ...words }: ColumnsParts) {
  const { done = 'return the leads' } = words;
  const { texts: unknown = 'The file has reasons that aren’t this buyer’s. Choose what they mean.' } = words;
  const found = Object.fromEntries(
    file.fields.flatMap(({ field, column }) => (column === null ? [] : [[field, column]])),
  );
  const { columns, meanings } = mapping ?? { columns: found, meanings: [] };
  const choices = [...new Set(file.columns)].filter((name) => name !== '');
  const isMissing = file.fields.some(({ field, needed }) => needed && columns[field] === undefined);
  const texts = [...new Set([...meanings.map(({ text }) => text), ...file.unknown_texts])];
  const choose = (field: string, column: string | null): void => {
    const { [field]: _, ...others } = columns;
    onMapping({ columns: column === null ? others : { ...others, [field]: column }, meanings });
  };
  const mean = (text: string, means: string | null): void => {
    const others = meanings.filter((one) => one.text !== text);
    onMapping({ columns, meanings: means === null ? others : [...others, { text, means }] });
  };
  return (
    <Panel title="Columns of the file">
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {isMissing ? 'Choose where each value is, then show the plan again. ' : ''}
          {file.remembered !== null && (
            <>
              This buyer’s columns are remembered from <Time at={file.remembered} />.{' '}
            </>
          )}
          {isRemembered
            ? `Changes are remembered for this buyer’s next files once you ${done}.`
            : 'Choose a buyer above to remember changes for its next files.'}
        </Text>
        <Group gap="sm" align="flex-end">
          {file.fields.map(({ field, needed }) => (
            <Select
              key={field}
              label={FIELDS[field] ?? field}
              placeholder="Not in the file"
              data={choices}
              searchable
              clearable={!needed}
              required={needed}
              disabled={isDisabled}
              value={columns[field] ?? null}
              onChange={(column) => choose(field, column)}
            />
          ))}
        </Group>
        {texts.length > 0 && file.reasons.length > 0 && (
          <>
            <Text size="sm">{unknown}</Text>
            {texts.map((text) => (
              <Select
                key={text}
                label={text}
                placeholder="Leave these rows out"
                maw={420}
                data={file.reasons.map(({ code, label }) => ({ value: code, label }))}
                searchable
                clearable
                disabled={isDisabled}
                value={meanings.find((one) => one.text === text)?.means ?? null}
                onChange={(means) => mean(text, means)}
              />
            ))}
          </>
        )}
      </Stack>
    </Panel>
  );
}
