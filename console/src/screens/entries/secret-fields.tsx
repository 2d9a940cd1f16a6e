import { useState } from 'react';
import { Autocomplete, Box, Button, Group as Row, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { SECRET_NAME, secretNamesIn } from '../../../../src/core/catalogue/named-secrets.js';
import { answerOf, api } from '../../api/client';
import { useMay } from '../../app/me';
import { Notice } from '../../parts/notice';
import { SecretInput } from '../../parts/set-secret';
import type { CustomFieldProps } from './form-parts';
import { AddButton, ListHead, RowIcon, sentenceOf } from './row-parts';
import { typeSecret, useTypedSecrets } from './typed-secrets';
import { asGroup, asText, type Group } from './values';

const useSecrets = () =>
  useQuery({
    queryKey: ['secrets'],
    queryFn: ({ signal }) => answerOf(api.GET('/api/v1/operator/secrets', { signal })),
  }).data?.secrets;

const refTo = (name: string): string => `\${secret:${name}}`;

/** What a secret of this entry would be called: by its buyer, and what it is for. */
function suggestedName(entry: Group, purpose: string): string {
  const whose = asText(entry['buyer']) || asText(entry['handle']) || asText(entry['name']) || 'buyer';
  const name = `${whose} ${purpose.replace(/^x-/i, '')}`.toUpperCase().replace(/[^A-Z0-9]+/g, '_');
  return name.replace(/^(\d)/, '_$1').replace(/_$/, '').slice(0, 100);
}

/** Where a secret comes from. One that nobody has can be typed here, and is stored when the form is saved. */
function SecretLine({ name }: { readonly name: string }) {
  const may = useMay();
  const secrets = useSecrets();
  const typed = useTypedSecrets().get(name) ?? '';
  if (!secrets) return null;
  const known = secrets.find((secret) => secret.name === name);
  const isStored = known?.set_at !== null && known !== undefined;
  const own = known?.own ?? [];
  if (isStored || (own.length > 0 && known?.lacked_by.length === 0))
    return (
      <Text size="xs" c="dimmed">
        <span className="foreign">{name}</span>{' '}
        {isStored
          ? 'is stored.'
          : `is a file or variable of ${own.map(({ process }) => process).join(', ')}.`}
      </Text>
    );
  if (!may('catalogue:apply'))
    return (
      <Text size="xs" c="dimmed">
        Nobody has the secret <span className="foreign">{name}</span> yet. Somebody who may apply the
        catalogue can set it on Secrets.
      </Text>
    );
  return (
    <SecretInput
      label={`Value of ${name}`}
      description="Nobody has this secret yet. It is stored encrypted when you save; nobody can read it again"
      value={typed}
      onText={(text) => typeSecret(name, text)}
    />
  );
}

/** A secret by its name. */
export function SecretField({ field, value, onChange, faults, entry, isReadOnly }: CustomFieldProps) {
  const secrets = useSecrets() ?? [];
  const purpose = field.key === 'secret' || field.key === 'secrets' ? 'signing' : field.key;
  const all = Array.isArray(value) ? value.map(asText) : [asText(value)];
  const set = (at: number, name: string): void => {
    const next = all.with(at, name === '' ? '' : SECRET_NAME.test(name) ? refTo(name) : name);
    const some = next.filter((each) => each !== '');
    onChange(some.length > 1 ? some : some[0]);
  };
  const suggested = suggestedName(entry, purpose);
  return (
    <Stack gap="xs">
      {all.map((one, at) => {
        const [name = one] = secretNamesIn(one);
        return (
          <Stack key={at} gap={4}>
            <Autocomplete
              label={at === 0 ? field.label : `${field.label} before`}
              description="Its name. Its value never stands in the catalogue"
              withAsterisk={field.is_required ?? false}
              disabled={isReadOnly}
              autoComplete="off"
              spellCheck={false}
              data={[...new Set([suggested, ...secrets.map((secret) => secret.name)])]}
              value={name}
              error={at === 0 && sentenceOf(faults)}
              onChange={(text) => set(at, text.trim())}
            />
            {name !== '' && SECRET_NAME.test(name) && <SecretLine name={name} />}
          </Stack>
        );
      })}
    </Stack>
  );
}

interface Header {
  readonly name: string;
  readonly value: string;
}

const headersOf = (value: unknown): Header[] =>
  Object.entries(asGroup(value)).map(([name, each]) => ({ name, value: asText(each) }));
const groupOf = (headers: readonly Header[]): Group | undefined => {
  const named = headers.filter(({ name }) => name !== '');
  return named.length === 0 ? undefined : Object.fromEntries(named.map((each) => [each.name, each.value]));
};

/** Headers that say who calls. */
const SAYS_WHO = /authori[sz]|token|key|secret|signature|password|credential/i;
const SCHEME = /^(?:(?:Bearer|Basic|Token|ApiKey) +)?/i;

/** Headers, with their secrets. */
export function HeadersField({ field, value, onChange, faults, entry, isReadOnly }: CustomFieldProps) {
  // Rows without a name are not in the value.
  const [rows, setRows] = useState<readonly Header[]>(() => headersOf(value));
  const shown = JSON.stringify(groupOf(rows)) === JSON.stringify(value) ? rows : headersOf(value);
  const set = (next: readonly Header[]): void => {
    setRows(next);
    onChange(groupOf(next));
  };
  const secretFor = (name: string): string =>
    suggestedName(entry, name.toLowerCase() === 'authorization' ? 'token' : name);
  return (
    <Box role="group" aria-label={field.label}>
      <Stack gap="xs">
        <ListHead field={field} isEmpty={shown.length === 0} faults={faults} />
        {shown.map((row, at) => {
          const setRow = (next: Partial<Header>): void => set(shown.with(at, { ...row, ...next }));
          const named = secretNamesIn(row.value);
          const isOpen = SAYS_WHO.test(row.name) && named.length === 0;
          return (
            <Stack key={at} gap={6} className="form-row" role="group" aria-label={`Header ${at + 1}`}>
              <Row gap="sm" wrap="nowrap" align="flex-end">
                <Box flex={1}>
                  <TextInput
                    label="Name"
                    spellCheck={false}
                    disabled={isReadOnly}
                    value={row.name}
                    onChange={(event) => setRow({ name: event.currentTarget.value })}
                    onBlur={() => {
                      if (row.value !== '' || !SAYS_WHO.test(row.name)) return;
                      const scheme = row.name.toLowerCase() === 'authorization' ? 'Bearer ' : '';
                      setRow({ value: `${scheme}${refTo(secretFor(row.name))}` });
                    }}
                  />
                </Box>
                <Box flex={2}>
                  <TextInput
                    label="Value"
                    spellCheck={false}
                    autoComplete="off"
                    disabled={isReadOnly}
                    value={row.value}
                    onChange={(event) => setRow({ value: event.currentTarget.value })}
                  />
                </Box>
                {!isReadOnly && (
                  <RowIcon name={`Remove header ${at + 1}`} onClick={() => set(shown.toSpliced(at, 1))}>
                    <X size={16} />
                  </RowIcon>
                )}
              </Row>
              {isOpen && row.value !== '' && !isReadOnly && (
                <Notice tone="wait">
                  Everybody who may read the catalogue could read this value.{' '}
                  <Button
                    size="compact-xs"
                    variant="default"
                    onClick={() => {
                      const [scheme = ''] = SCHEME.exec(row.value) ?? [];
                      const name = secretFor(row.name);
                      typeSecret(name, row.value.slice(scheme.length));
                      setRow({ value: `${scheme}${refTo(name)}` });
                    }}
                  >
                    Keep it as a secret
                  </Button>
                </Notice>
              )}
              {[...new Set(named)].map((name) => (
                <SecretLine key={name} name={name} />
              ))}
            </Stack>
          );
        })}
        {!isReadOnly && (
          <AddButton one={field.one ?? 'header'} onAdd={() => set([...shown, { name: '', value: '' }])} />
        )}
      </Stack>
    </Box>
  );
}
