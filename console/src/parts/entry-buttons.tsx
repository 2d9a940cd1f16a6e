import { useState } from 'react';
import { Button, Menu, Popover, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { Link, useLocation } from 'wouter';
import { FORM_NAMES, type FormName } from '../../../src/core/catalogue/entry-form.js';
import { answerOf, api } from '../api/client';
import { useMay } from '../app/me';

const pathOf = (form: FormName, query: Readonly<Record<string, string>> = {}): string =>
  `/catalogue/entry/${form}?${new URLSearchParams(query).toString()}`.replace(/\?$/, '');

/** The form and handle of an entry as faults name it: `campaign northwind-edu`. Undefined: it has no form. */
export function entryNamed(words: string): { readonly form: FormName; readonly handle: string } | undefined {
  const [, form, handle = ''] = /^(affiliate|buyer|offer|campaign) ([^#].*)$/.exec(words) ?? [];
  return form === undefined ? undefined : { form: form as FormName, handle };
}

/** The form for a new entry. */
export const NewEntry = ({ form }: { readonly form: FormName }) =>
  useMay()('catalogue:draft') && (
    <Button component={Link} href={pathOf(form)} leftSection={<Plus size={15} />}>
      New {form}
    </Button>
  );

/** The forms for new entries of every kind. `draft`: they are saved into it. */
export const NewEntryMenu = ({ draft }: { readonly draft?: string }) =>
  useMay()('catalogue:draft') && (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant={draft === undefined ? 'filled' : 'default'} leftSection={<Plus size={15} />}>
          New entry
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {FORM_NAMES.map((form) => (
          <Menu.Item key={form} component={Link} href={pathOf(form, draft === undefined ? {} : { draft })}>
            New {form}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );

const MOST_SHOWN = 100;

/** The way to the form of an entry that a draft has, by its name. */
export function EditEntry({ draft, revision }: { readonly draft: string; readonly revision: number }) {
  const may = useMay();
  const [isOpen, setOpen] = useState(false);
  const [, go] = useLocation();
  const { data } = useQuery({
    queryKey: ['draft', draft, 'entries', revision],
    queryFn: ({ signal }) =>
      answerOf(
        api.GET('/api/v1/operator/catalogue/entry', { params: { query: { kind: 'buyer', draft } }, signal }),
      ),
    enabled: isOpen,
  });
  if (!may('catalogue:draft')) return null;
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" width={300} trapFocus>
      <Popover.Target>
        <Button variant="default" onClick={() => setOpen(!isOpen)}>
          Edit entry
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Select
          label="Entry"
          placeholder="Type a part of its name"
          data-autofocus
          searchable
          limit={MOST_SHOWN}
          comboboxProps={{ withinPortal: false }}
          nothingFoundMessage={data ? 'No entry with this name' : 'Loading…'}
          data={(data?.others ?? []).map(({ kind, handle, name }) => ({
            value: `${kind} ${handle}`,
            label: `${name} (${kind})`,
          }))}
          onChange={(chosen) => {
            const [kind = '', handle = ''] = (chosen ?? '').split(' ');
            const form = FORM_NAMES.find((each) => each === kind);
            if (form) go(pathOf(form, { handle, draft }));
          }}
        />
      </Popover.Dropdown>
    </Popover>
  );
}

/** The forms to change an entry, or to begin another one as a copy. */
export const EntryButtons = ({ form, handle }: { readonly form: FormName; readonly handle: string | null }) =>
  useMay()('catalogue:draft') &&
  handle !== null && (
    <>
      <Button component={Link} href={pathOf(form, { handle })} variant="default">
        Edit
      </Button>
      <Button component={Link} href={pathOf(form, { from: handle })} variant="default">
        Copy
      </Button>
    </>
  );

/** The way from an entry of a draft to its form. */
export const EntryLink = ({
  form,
  children,
  ...query
}: {
  readonly form: FormName;
  readonly handle?: string;
  /** A new entry begins as this one. */
  readonly from?: string;
  readonly draft?: string;
  /** The form to come back to with it. */
  readonly back?: string;
  readonly children: string;
}) =>
  useMay()('catalogue:draft') && (
    <Link href={pathOf(form, query)} className="link">
      {children}
    </Link>
  );
