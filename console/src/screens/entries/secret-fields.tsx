import { useState } from 'react';
import { Autocomplete, Box, Group as Row, Stack, Text, TextInput } from '@mantine/core';
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

/** Headers that say who calls: their values are secrets. */
const SAYS_WHO = /(?<!idempotency-)(?:authorization|auth|key|token|secret|password|credentials?|signature)$/i;
const SCHEME = /^(?:(?:Bearer|Basic|Token|ApiKey) +)?/i;

const LAST_SECRET = /\$\{secret:[^}]*\}\s*$/;

type Secrets = NonNullable<ReturnType<typeof useSecrets>>;

/** The name, or with a number if there is such a secret, whose value stays. */
function freeName(name: string, secrets: Secrets): string {
  const isTaken = (one: string): boolean =>
    secrets.some((secret) => secret.name === one && (secret.set_at !== null || secret.own.length > 0));
  let free = name;
  for (let number = 2; isTaken(free); number += 1) free = `${name}_${number}`;
  return free;
}

/** What is readable of a value that says who calls: what follows the scheme and the secrets. Empty: nothing. */
function openPart(value: string): string {
  const from = secretNamesIn(value).length > 0 ? value.lastIndexOf('}') + 1 : SCHEME.exec(value)?.[0].length;
  return value.slice(from).trimStart();
}

/** Headers, with their secrets. */
export function HeadersField({ field, value, onChange, faults, entry, isReadOnly }: CustomFieldProps) {
  // Rows without a name are not in the value.
  const [rows, setRows] = useState<readonly Header[]>(() => headersOf(value));
  const shown = JSON.stringify(groupOf(rows)) === JSON.stringify(value) ? rows : headersOf(value);
  const set = (next: readonly Header[]): void => {
    setRows(next);
    onChange(groupOf(next));
  };
  const maySet = useMay()('catalogue:apply') && !isReadOnly;
  const secrets = useSecrets();
  const secretFor = (name: string): string =>
    suggestedName(entry, name.toLowerCase() === 'authorization' ? 'token' : name);
  return (
    <Box role="group" aria-label={field.label}>
      <Stack gap="xs">
        <ListHead field={field} isEmpty={shown.length === 0} faults={faults} />
        {shown.map((row, at) => {
          const setRow = (next: Partial<Header>): void => set(shown.with(at, { ...row, ...next }));
          const named = secretNamesIn(row.value);
          const open = SAYS_WHO.test(row.name) ? openPart(row.value) : '';
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
                    onKeyDown={(event) => {
                      // Before the form is saved, a secret leaves it.
                      if (event.key !== 'Enter' || open === '') return;
                      event.preventDefault();
                      event.currentTarget.blur();
                    }}
                    onBlur={() => {
                      if (open === '' || !maySet) return;
                      const name = freeName(named.at(-1) ?? secretFor(row.name), secrets ?? []);
                      const kept = row.value.slice(0, -open.length).replace(LAST_SECRET, '');
                      typeSecret(name, open);
                      setRow({ value: `${kept}${refTo(name)}` });
                    }}
                  />
                </Box>
                {!isReadOnly && (
                  <RowIcon name={`Remove header ${at + 1}`} onClick={() => set(shown.toSpliced(at, 1))}>
                    <X size={16} />
                  </RowIcon>
                )}
              </Row>
              {open !== '' && !isReadOnly && !maySet && (
                <Notice tone="wait">
                  Everybody who may read the catalogue could read this value. Write{' '}
                  {refTo(secretFor(row.name))} instead, and ask somebody who may apply the catalogue to set it
                  on Secrets.
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
