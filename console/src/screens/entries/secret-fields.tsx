import { useRef, useState } from 'react';
import { Autocomplete, Box, Button, Group as Row, Stack, Text, TextInput } from '@mantine/core';
import { Pencil, X } from 'lucide-react';
import { SECRET_NAME, secretNamesIn } from '../../../../src/core/catalogue/named-secrets.js';
import { useMay } from '../../app/me';
import { Notice } from '../../parts/notice';
import { SecretInput } from '../../parts/set-secret';
import type { CustomFieldProps } from './form-parts';
import { AddButton, FaultLine, ListHead, RowIcon, sentenceOf, useNamedRows } from './row-parts';
import { hasValue, openPart, SAYS_WHO, typeSecret, useSecrets, useTypedSecrets } from './typed-secrets';
import { asText, type FieldFault, type Group } from './values';

const refTo = (name: string): string => `\${secret:${name}}`;

/** Words as a secret may be named. */
export const secretNameOf = (words: string): string =>
  words
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, '_')
    .replace(/^(\d)/, '_$1');

/** What a secret of this entry would be called: by its buyer, and what it is for. */
function suggestedName(entry: Group, purpose: string): string {
  const whose = asText(entry['buyer']) || asText(entry['handle']) || asText(entry['name']) || 'buyer';
  return secretNameOf(`${whose} ${purpose.replace(/^x-/i, '')}`)
    .replace(/_$/, '')
    .slice(0, 100);
}

/** Where a secret comes from. One that nobody has can be typed here, and is stored when the form is saved. */
function SecretLine({ name, error }: { readonly name: string; readonly error?: string | undefined }) {
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
        The secret <span className="foreign">{name}</span> isn’t set yet. Someone who can apply drafts can set
        it on Secrets.
      </Text>
    );
  return (
    <SecretInput
      label={`Value of ${name}`}
      description="Stored encrypted when you save. Nobody can read it afterward"
      value={typed}
      error={typed === '' ? error : undefined}
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
              description="Its name, not its value"
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

const LAST_SECRET = /\$\{secret:[^}]*\}\s*$/;

type Secrets = NonNullable<ReturnType<typeof useSecrets>>;

/** Nothing but secrets, with the scheme before them. */
const isHidden = (value: string): boolean => secretNamesIn(value).length > 0 && openPart(value) === '';

/** The name, or with a number if there is such a secret, whose value stays. */
function freeName(name: string, secrets: Secrets): string {
  const isTaken = (one: string): boolean => secrets.some((secret) => secret.name === one && hasValue(secret));
  let free = name;
  for (let number = 2; isTaken(free); number += 1) free = `${name}_${number}`;
  return free;
}

/** Headers, with their secrets. */
export function HeadersField({ field, value, onChange, faults, entry, isReadOnly }: CustomFieldProps) {
  const { shown, set } = useNamedRows(value, onChange);
  const names = shown.map(({ name }) => name);
  return (
    <Box role="group" aria-label={field.label}>
      <Stack gap="xs">
        <ListHead
          field={field}
          isEmpty={shown.length === 0}
          faults={faults.filter(({ path }) => !names.includes(path))}
        />
        {shown.map((row, at) => (
          <HeaderRow
            key={at}
            row={{ ...row, value: asText(row.value) }}
            {...{ at, entry, isReadOnly }}
            faults={faults.filter(({ path }) => path === row.name)}
            onChange={(next) => set(shown.with(at, next))}
            onRemove={() => set(shown.toSpliced(at, 1))}
          />
        ))}
        {!isReadOnly && (
          <AddButton one={field.one ?? 'header'} onAdd={() => set([...shown, { name: '', value: '' }])} />
        )}
      </Stack>
    </Box>
  );
}

interface RowParts {
  readonly row: Header;
  readonly at: number;
  readonly entry: Group;
  readonly faults: readonly FieldFault[];
  readonly isReadOnly: boolean;
  readonly onChange: (next: Header) => void;
  readonly onRemove: () => void;
}

/** A header. The value of one that says who calls is a secret's name, which nobody types by accident. */
function HeaderRow({ row, at, entry, faults, isReadOnly, onChange, onRemove }: RowParts) {
  const box = useRef<HTMLDivElement>(null);
  // Who filled in the name is about to type the value, which is the secret's.
  const isFilled = useRef(false);
  const [isWritten, setWritten] = useState(false);
  const maySet = useMay()('catalogue:apply') && !isReadOnly;
  const secrets = useSecrets();
  const saysWho = SAYS_WHO.test(row.name);
  const named = [...new Set(secretNamesIn(row.value))];
  const open = saysWho ? openPart(row.value) : '';
  const isLocked = saysWho && isHidden(row.value) && !isWritten;
  const own = suggestedName(entry, row.name.toLowerCase() === 'authorization' ? 'token' : row.name);
  /** What is readable becomes the value of a secret. */
  const hide = (): void => {
    setWritten(false);
    if (open === '' || !maySet) return;
    const name = freeName(named.at(-1) ?? own, secrets ?? []);
    typeSecret(name, open);
    onChange({
      ...row,
      value: `${row.value.slice(0, -open.length).replace(LAST_SECRET, '')}${refTo(name)}`,
    });
  };
  return (
    <Stack ref={box} gap={6} className="form-row" role="group" aria-label={`Header ${at + 1}`}>
      <Row gap="sm" wrap="nowrap" align="flex-end">
        <Box flex={1}>
          <TextInput
            label="Name"
            spellCheck={false}
            disabled={isReadOnly}
            value={row.name}
            onChange={(event) => onChange({ ...row, name: event.currentTarget.value })}
            onBlur={() => {
              if (!saysWho) return;
              if (row.value !== '') {
                hide();
                return;
              }
              const scheme = row.name.toLowerCase() === 'authorization' ? 'Bearer ' : '';
              isFilled.current = true;
              onChange({ ...row, value: `${scheme}${refTo(own)}` });
            }}
          />
        </Box>
        <Box flex={2}>
          <TextInput
            label="Value"
            spellCheck={false}
            autoComplete="off"
            disabled={isReadOnly}
            readOnly={isLocked}
            {...(isLocked && { variant: 'filled' })}
            value={row.value}
            onChange={(event) => onChange({ ...row, value: event.currentTarget.value })}
            onFocus={() => {
              if (isFilled.current) box.current?.querySelector<HTMLElement>('input[type=password]')?.focus();
              isFilled.current = false;
            }}
            onKeyDown={(event) => {
              // Before the form is saved, a secret leaves it.
              if (event.key !== 'Enter' || open === '') return;
              event.preventDefault();
              event.currentTarget.blur();
            }}
            onBlur={hide}
          />
        </Box>
        {isLocked && !isReadOnly && (
          <RowIcon name={`Write the value of header ${at + 1} otherwise`} onClick={() => setWritten(true)}>
            <Pencil size={15} />
          </RowIcon>
        )}
        {!isReadOnly && (
          <RowIcon name={`Remove header ${at + 1}`} onClick={onRemove}>
            <X size={16} />
          </RowIcon>
        )}
      </Row>
      {open !== '' && !isReadOnly && (
        <Notice tone="wait">
          Everyone who can read the catalogue could read this value.{' '}
          {maySet ? (
            <Button size="compact-xs" variant="default" onClick={hide}>
              Store it as a secret
            </Button>
          ) : (
            <>Write {refTo(own)} instead, and ask someone who can apply drafts to set it on Secrets.</>
          )}
        </Notice>
      )}
      {named.map((name) => (
        <SecretLine key={name} name={name} error={sentenceOf(faults)} />
      ))}
      {named.length === 0 && <FaultLine faults={faults} />}
    </Stack>
  );
}
