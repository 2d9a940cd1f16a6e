import { useState } from 'react';
import { Anchor, Button, Select, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { type AnyForm, type FormName, type FormSection } from '../../../../src/core/catalogue/entry-form.js';
import { sentenceOf } from '../../api/api-problem';
import { answerOf, api } from '../../api/client';
import { useMe } from '../../app/me';
import { Notice } from '../../parts/notice';
import { Panel } from '../../parts/page';
import { counted } from '../../words/format';
import type { Edited } from './form-parts';
import type { useEntryForm } from './use-entry-form';
import { fieldsOf, formKindOf, hasPlace, placeWords, type FieldFault } from './values';

/** Goes to the control of a field, or of the nearest one around it. */
function goTo(path: string): void {
  for (let at = path; at !== ''; at = at.replace(/(?:\.?[^.[\]]+|\[\d+\])$/, '')) {
    const found = document.querySelector(`[data-field="${CSS.escape(at)}"]`);
    if (!found) continue;
    found.scrollIntoView({ block: 'center' });
    const wrong = found.querySelector<HTMLElement>('[aria-invalid=true]');
    (wrong ?? found.querySelector<HTMLElement>('input, textarea, button'))?.focus({ preventScroll: true });
    return;
  }
}

interface FaultListParts {
  readonly faults: readonly FieldFault[];
  readonly fields: FormSection['fields'];
  readonly sections: readonly FormSection[];
  /** In place of what counts for something that was saved. */
  readonly head?: string;
}

/** What is wrong, with the way to each field. What has no field stands here alone. */
export function FaultList({ faults, fields, sections, head }: FaultListParts) {
  if (faults.length === 0) return null;
  const placeOf = (path: string): string => {
    const key = /^[^.[]+/.exec(path)?.[0];
    const section = sections.find((each) => each.fields.some((field) => field.key === key));
    const words = placeWords(fields, path);
    return [...(section?.title === words[0] ? [] : [section?.title]), ...words].filter(Boolean).join(' › ');
  };
  return (
    <Notice tone="bad">
      <Text size="sm" fw={600}>
        {head ?? `${counted(faults.length, 'error')}. The draft is saved, but can’t be applied yet`}.
      </Text>
      {faults.map(({ path, message }) => (
        <div key={`${path} ${message}`} className="foreign">
          {hasPlace(fields, path) ? (
            <Anchor
              component="button"
              type="button"
              size="sm"
              c="inherit"
              td="underline"
              onClick={() => goTo(path)}
            >
              {placeOf(path)}
            </Anchor>
          ) : (
            <b>{path === '' ? 'The entry' : path}</b>
          )}
          : {message}
        </div>
      ))}
    </Notice>
  );
}

interface TypedParts {
  readonly typed: ReturnType<typeof useEntryForm>;
}

export function OvertakenNotice({
  typed,
  sections,
}: TypedParts & { readonly sections: readonly FormSection[] }) {
  const { overtaken, goOn } = typed;
  if (!overtaken) return null;
  const { sentence, theirs, both, stored } = overtaken;
  const labels = (keys: readonly string[]): string =>
    keys.map((key) => fieldsOf(sections).find((field) => field.key === key)?.label ?? key).join(', ');
  const isOpen = stored.draft === null || ['draft', 'proposed'].includes(stored.draft.state);
  return (
    <Notice tone="wait">
      {sentence} Your changes are still here.{' '}
      {theirs.length === 0 ? 'They didn’t change this entry.' : `They changed: ${labels(theirs)}.`}{' '}
      {both.length > 0 && `You changed ${labels(both)} too, and your values would replace theirs. `}
      <Button
        size="compact-xs"
        variant="default"
        onClick={() => (isOpen ? goOn() : void typed.choose(undefined))}
      >
        {isOpen ? 'Merge my changes' : 'Save mine in a new draft'}
      </Button>
    </Notice>
  );
}

const NEW = 'new';

/** Which draft has it. */
export function Into({ typed, filesFrom }: TypedParts & { readonly filesFrom: Edited['files_from'] }) {
  const me = useMe().person.id;
  const { draft, title, setTitle, choose } = typed;
  const { data } = useQuery({
    queryKey: ['drafts'],
    queryFn: ({ signal }) => answerOf(api.GET('/api/v1/operator/drafts', { signal })),
  });
  const [problem, setProblem] = useState<string>();
  const own = (data?.drafts ?? []).filter(
    ({ state, authors }) =>
      (state === 'draft' || state === 'proposed') && authors.some(({ id }) => id === me),
  );
  const known = draft && !own.some(({ id }) => id === draft.id) ? [draft, ...own] : own;
  return (
    <Panel>
      <div className="form-grid">
        <Select
          label="Save to"
          description="A draft can have changes to several entries."
          allowDeselect={false}
          error={problem}
          data={[
            { value: NEW, label: 'A new draft' },
            ...known.map(({ id, title: words }) => ({ value: id, label: words })),
          ]}
          value={draft?.id ?? NEW}
          onChange={(chosen) => {
            setProblem(undefined);
            choose(chosen === NEW || chosen === null ? undefined : chosen).catch((error: unknown) =>
              setProblem(sentenceOf(error)),
            );
          }}
        />
        {!draft && (
          <TextInput
            label="Draft title"
            description={
              filesFrom === 'exported'
                ? 'The active version has no catalogue files, so Leadkeep creates them in the draft.'
                : 'Others see it in the list of drafts.'
            }
            maxLength={200}
            placeholder={typed.titleOf()}
            value={title ?? ''}
            onChange={(event) => setTitle(event.currentTarget.value)}
          />
        )}
      </div>
    </Panel>
  );
}

interface SavedParts {
  readonly form: AnyForm;
  readonly handle: string;
  readonly draft: string;
  readonly back: string | undefined;
}

/** It has no faults: where one goes from here. */
export const SavedNotice = ({ form, handle, draft, back }: SavedParts) => {
  const next = NEXT[formKindOf(form)];
  return (
    <Notice tone="good">
      Saved in the draft. No errors.{' '}
      <Link href={`/catalogue/drafts/${draft}`} className="link">
        Review the draft
      </Link>
      {back !== undefined && FORM_OF.test(back) && (
        <>
          {' · '}
          <Link href={backTo(back, form, handle)} className="link">
            {`Back to the ${FORM_OF.exec(back)?.[1] ?? 'form'}`}
          </Link>
        </>
      )}
      {next && back === undefined && (
        <>
          {' · '}
          <Link
            href={`/catalogue/entry/${next.form}?${new URLSearchParams({ draft, [next.key]: handle }).toString()}`}
            className="link"
          >
            {next.words}
          </Link>
        </>
      )}
    </Notice>
  );
};

/** The address of a form, as `EntryControl` gives it. */
const FORM_OF = /^\/catalogue\/entry\/(affiliate|buyer|offer|partner|campaign)(?:\?|$)/;

/** The form that lacked an entry, which has it now. */
function backTo(back: string, form: AnyForm, handle: string): string {
  const [path = '', search = ''] = back.split('?');
  const asked = new URLSearchParams(search);
  asked.set(formKindOf(form), handle);
  return `${path}?${asked.toString()}`;
}

const NEXT: Readonly<
  Record<string, { readonly form: FormName; readonly key: string; readonly words: string } | undefined>
> = {
  buyer: { form: 'offer', key: 'buyer', words: 'Add an offer of this buyer' },
  offer: { form: 'campaign', key: 'offer', words: 'Add a campaign that sells it' },
  affiliate: { form: 'campaign', key: 'affiliate', words: 'Add a campaign of this affiliate' },
};
