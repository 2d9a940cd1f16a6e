import { Button, Menu } from '@mantine/core';
import { Plus } from 'lucide-react';
import { Link } from 'wouter';
import { FORM_NAMES, type FormName } from '../../../src/core/catalogue/entry-form.js';
import { useMay } from '../app/me';

const pathOf = (form: FormName, query: Readonly<Record<string, string>> = {}): string =>
  `/catalogue/entry/${form}?${new URLSearchParams(query).toString()}`.replace(/\?$/, '');

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
  readonly children: string;
}) =>
  useMay()('catalogue:draft') && (
    <Link href={pathOf(form, query)} className="link">
      {children}
    </Link>
  );
