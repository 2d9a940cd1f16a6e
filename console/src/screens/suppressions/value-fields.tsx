import { Select, TextInput } from '@mantine/core';
import type { components } from '../../api/schema';
import { useEntries, type EntryOption } from '../../parts/use-entries';

type Body = components['schemas']['Suppression'];
export type By = Exclude<Body['kind'], 'email_md5'>;

const BY = [
  { value: 'email', label: 'E-mail address' },
  { value: 'phone', label: 'Phone number' },
  { value: 'domain', label: 'Domain of e-mail addresses' },
] as const satisfies readonly { readonly value: By; readonly label: string }[];

/** What the value is, or is the hash of. */
export const ByField = ({ by, onBy }: { readonly by: By; readonly onBy: (by: By) => void }) => (
  <Select
    label="What it is"
    data={BY}
    value={by}
    allowDeselect={false}
    onChange={(value) => onBy(BY.find((one) => one.value === value)?.value ?? 'email')}
  />
);

/** It is sent in a body, and never stands in an address. */
export const ValueField = ({
  value,
  onValue,
}: {
  readonly value: string;
  readonly onValue: (value: string) => void;
}) => (
  <TextInput
    label="Value"
    description="As it is, or as its SHA-256; an e-mail address also as MD5. A phone number has ten digits and no extension"
    required
    autoComplete="off"
    maxLength={200}
    value={value}
    onChange={(event) => onValue(event.currentTarget.value)}
  />
);

/** For whom an entry holds: `buyer:lakeshore`. Empty: for all. */
export function ScopeField({
  scope,
  onScope,
}: {
  readonly scope: string;
  readonly onScope: (scope: string) => void;
}) {
  const [buyers, affiliates] = [useEntries('buyer'), useEntries('affiliate')];
  const named = (kind: string, group: string, items: readonly EntryOption[]) => ({
    group,
    items: items.map(({ value, label }) => ({ value: `${kind}:${value}`, label })),
  });
  return (
    <Select
      label="Holds for"
      placeholder="All"
      searchable
      clearable
      data={[
        named('buyer', 'Sales to a buyer', buyers.inUse),
        named('affiliate', 'Leads of an affiliate', affiliates.inUse),
        named('buyer', 'Retired buyers', buyers.retired),
        named('affiliate', 'Retired affiliates', affiliates.retired),
      ].filter(({ items }) => items.length > 0)}
      nothingFoundMessage={buyers.nothingFoundMessage}
      value={scope === '' ? null : scope}
      onChange={(value) => onScope(value ?? '')}
    />
  );
}

/** The scope as the API takes it. */
export function scopeOf(scope: string): { readonly buyer?: string; readonly affiliate?: string } {
  const [kind, ...rest] = scope.split(':');
  const handle = rest.join(':');
  if (kind === 'buyer') return { buyer: handle };
  return kind === 'affiliate' ? { affiliate: handle } : {};
}
