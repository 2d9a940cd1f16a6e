import { useState } from 'react';
import {
  Autocomplete,
  Box,
  Group as Row,
  SegmentedControl,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { X } from 'lucide-react';
import {
  mappingOf,
  rowProblems,
  rowsOf,
  type MappingRow,
} from '../../../../src/core/delivery/mapping-rows.js';
import { LEAD_FIELDS } from '../../../../src/core/lead/fields.js';
import type { CustomFieldProps } from './form-parts';
import { AddButton, Help, RowIcon, sentenceOf } from './row-parts';
import { asText } from './values';

/** What a mapping can say without a function. */
const NAMES = [
  ...LEAD_FIELDS.map(({ path }) => `lead.${path}`),
  ...['program.value', 'program.label', 'lead_id', 'callback_url', 'now', 'affiliate.handle', 'offer.handle'],
  ...['consent.decision', 'consent.text', 'consent.cert_url', 'consent.ip_address', 'consent.at'],
  ...['tracking.ip_address', 'result.reference'],
];

const NOTHING = mappingOf([]);

/** A mapping: a row for each field of theirs, or the expression. */
export function MappingField({ field, value, onChange, faults, isReadOnly }: CustomFieldProps) {
  const text = asText(value);
  const read = text.trim() === '' ? [] : rowsOf(text);
  // Rows that are not complete are not in the text.
  const [typed, setTyped] = useState<{ readonly rows: readonly MappingRow[]; readonly of: string }>();
  const [isText, setIsText] = useState(false);
  const shown = typed?.of === text ? typed.rows : (read ?? []);
  const asRows = read !== undefined && !isText;
  const set = (next: readonly MappingRow[]): void => {
    const written = mappingOf(next);
    const isSame = written === mappingOf(shown);
    const of = isSame ? text : written === NOTHING ? '' : written;
    setTyped({ rows: next, of });
    if (!isSame) onChange(of === '' ? undefined : of);
  };
  const problems = rowProblems(shown);
  return (
    <Box role="group" aria-label={field.label}>
      <Stack gap="xs">
        <Row justify="space-between" gap="xs">
          <div>
            <Text size="sm" fw={500} component="div">
              {field.label}
              {field.is_required && <span className="asterisk"> *</span>}
            </Text>
            <Help>
              {[
                asRows
                  ? 'A row for each field that they expect. Groups are written with periods: name.first.'
                  : field.help,
                text === '' && field.by_default !== undefined && `Without any: ${field.by_default}.`,
              ]
                .filter(Boolean)
                .join(' ')}
            </Help>
          </div>
          <SegmentedControl
            size="xs"
            aria-label={`How ${field.label} is shown`}
            data={[
              { value: 'rows', label: 'Rows', disabled: read === undefined },
              { value: 'text', label: 'Expression' },
            ]}
            value={asRows ? 'rows' : 'text'}
            onChange={(shownAs) => setIsText(shownAs === 'text')}
          />
        </Row>
        {asRows ? (
          <>
            {shown.map((row, at) => {
              const setRow = (next: Partial<MappingRow>): void => set(shown.with(at, { ...row, ...next }));
              const isBegun = row.path !== '' && row.value !== '';
              return (
                <Row
                  key={at}
                  gap="sm"
                  wrap="nowrap"
                  align="flex-start"
                  role="group"
                  aria-label={`Field ${at + 1}`}
                >
                  <TextInput
                    flex={1}
                    label={at === 0 ? 'Their field' : undefined}
                    aria-label="Their field"
                    spellCheck={false}
                    disabled={isReadOnly}
                    value={row.path}
                    error={isBegun && problems[at]}
                    onChange={(event) => setRow({ path: event.currentTarget.value.trim() })}
                  />
                  <Autocomplete
                    flex={2}
                    label={at === 0 ? 'What it gets' : undefined}
                    aria-label="What it gets"
                    classNames={{ input: 'code' }}
                    spellCheck={false}
                    limit={12}
                    disabled={isReadOnly}
                    data={NAMES}
                    value={row.value}
                    onChange={(text) => setRow({ value: text })}
                  />
                  {!isReadOnly && (
                    <Box pt={at === 0 ? 28 : 6}>
                      <RowIcon name={`Remove field ${at + 1}`} onClick={() => set(shown.toSpliced(at, 1))}>
                        <X size={16} />
                      </RowIcon>
                    </Box>
                  )}
                </Row>
              );
            })}
            {!isReadOnly && <AddButton one="field" onAdd={() => set([...shown, { path: '', value: '' }])} />}
          </>
        ) : (
          <Textarea
            aria-label={field.label}
            classNames={{ input: 'code' }}
            autosize
            minRows={3}
            maxRows={20}
            spellCheck={false}
            disabled={isReadOnly}
            value={text}
            onChange={(event) =>
              onChange(event.currentTarget.value === '' ? undefined : event.currentTarget.value)
            }
          />
        )}
        {faults.length > 0 && (
          <Text size="xs" c="red" role="alert">
            {sentenceOf(faults)}
          </Text>
        )}
      </Stack>
    </Box>
  );
}
