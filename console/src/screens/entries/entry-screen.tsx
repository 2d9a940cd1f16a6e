import { useEffect, useMemo, useRef, useState } from 'react';
import { Box, Button, Grid, Group as Row, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useLocation, useParams, useSearch } from 'wouter';
import {
  ALERTS_FORM,
  FORM_NAMES,
  type AnyForm,
  type EntryForms,
  type FormSection,
} from '../../../../src/core/catalogue/entry-form.js';
import { sentenceOf } from '../../api/api-problem';
import { answerOf, api } from '../../api/client';
import { plainText } from '../../api/plain-texts';
import { useMay, useMe } from '../../app/me';
import { EntryLink, entryNamed } from '../../parts/entry-buttons';
import { Answered } from '../../parts/answered';
import { Notice } from '../../parts/notice';
import { Page, Panel } from '../../parts/page';
import { PlainState } from '../../parts/states';
import { FaultList, Into, OvertakenNotice, SavedNotice } from './entry-notices';
import { Fields, Folded } from './fields';
import { DraftProvider, FaultsProvider, FormProvider, TypedProvider, type Edited } from './form-parts';
import { readEdited, useEntryForm, type Opened } from './use-entry-form';
import { asGroup, asText, faultsUnder, fieldsOf, type FieldFault, type Group } from './values';

/** A form for an entry of the catalogue: new, new from a copy, or as a draft or the version in force has it. */
export default function EntryScreen() {
  const { form: name = '' } = useParams();
  const form = [...FORM_NAMES, ALERTS_FORM].find((each) => each === name);
  if (!form)
    return <PlainState title="There is no such form">The lists have buttons for all forms.</PlainState>;
  return <OneForm key={form} form={form} />;
}

function OneForm({ form }: { readonly form: AnyForm }) {
  const search = useSearch();
  // The form itself changes its address when it is saved, and stays.
  const own = useRef(search);
  const [opened, setOpened] = useState(search);
  const [begun, setBegun] = useState(0);
  useEffect(() => {
    if (search === own.current) return;
    own.current = search;
    setOpened(search);
  }, [search]);
  const asked = new URLSearchParams(opened);
  const of: Opened = {
    form,
    handle: form === ALERTS_FORM ? form : (asked.get('handle') ?? undefined),
    from: asked.get('from') ?? undefined,
    draft: asked.get('draft') ?? undefined,
  };
  const client = useQueryClient();
  const me = useMe().person.id;
  const mayDraft = useMay()('catalogue:draft');
  const forms = useQuery({
    queryKey: ['entry-forms'],
    queryFn: ({ signal }) => answerOf(api.GET('/api/v1/operator/catalogue/forms', { signal })),
    staleTime: Infinity,
  });
  const queryKey = ['entry', form, opened, begun];
  const edited = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      if (of.draft !== undefined || !mayDraft || form === ALERTS_FORM)
        return { of, entry: await readEdited(of, signal) };
      // One change of an entry after another belongs into one draft. Alert settings have nothing to do with it.
      const into = { ...of, draft: await openDraftOf(me, signal), isOwnDraft: true };
      const entry = await readEdited(into, signal).catch(() => undefined);
      return entry?.draft ? { of: into, entry } : { of, entry: await readEdited(of, signal) };
    },
    // What somebody types is not read over; others' changes are noticed when it is saved.
    ...{ staleTime: Infinity, gcTime: 0, refetchOnWindowFocus: false, refetchOnReconnect: false },
  });
  const [, go] = useLocation();
  return (
    <Answered query={forms}>
      {(answer) => (
        <Answered query={edited}>
          {({ of: chosen, entry }) => {
            const isPartner = form === 'offer' && asGroup(entry.entry)['kind'] === 'partner';
            const shown = isPartner ? 'partner' : form;
            return (
              <EntryForm
                key={`${opened} ${begun}`}
                opened={{ ...chosen, form: shown }}
                edited={entry}
                sections={(answer.forms as EntryForms)[shown]}
                given={givenBy(form, asked)}
                back={asked.get('back') ?? undefined}
                onDraft={(draft, handle) => {
                  const back = asked.get('back');
                  const kept =
                    handle === undefined ? withoutDraft(asked) : { handle, ...(back !== null && { back }) };
                  const next = new URLSearchParams({
                    ...kept,
                    ...(draft !== undefined && { draft }),
                  }).toString();
                  own.current = next;
                  go(`/catalogue/entry/${form}?${next}`, { replace: true });
                }}
                onAnew={() => {
                  client.removeQueries({ queryKey });
                  setOpened(own.current);
                  setBegun(begun + 1);
                }}
              />
            );
          }}
        </Answered>
      )}
    </Answered>
  );
}

/** The draft that this person changed last and nobody is to look at yet. */
async function openDraftOf(me: string, signal: AbortSignal): Promise<string | undefined> {
  const { drafts } = await answerOf(api.GET('/api/v1/operator/drafts', { signal }));
  return drafts
    .filter(
      ({ state, is_stale: isStale, authors }) =>
        state === 'draft' && !isStale && authors.some(({ id }) => id === me),
    )
    .sort((one, other) => other.changed.at.localeCompare(one.changed.at))[0]?.id;
}

/** What a new entry begins with stays in its address. */
const withoutDraft = (asked: URLSearchParams): Record<string, string> =>
  Object.fromEntries([...asked].filter(([key]) => key !== 'draft'));

/** What another form's entry gives to a new one. */
function givenBy(form: AnyForm, asked: URLSearchParams): Group {
  const of = (key: string): Group => {
    const value = asked.get(key);
    return value === null ? {} : { [key]: value };
  };
  if (form === 'offer' || form === 'partner') return of('buyer');
  const offer = asked.get('offer');
  if (form === 'campaign') return { ...of('affiliate'), ...(offer !== null && { offers: [{ offer }] }) };
  return {};
}

interface FormParts {
  readonly opened: Opened;
  readonly edited: Edited;
  readonly sections: readonly FormSection[];
  readonly given: Group;
  /** The form that lacked this entry. */
  readonly back: string | undefined;
  readonly onDraft: (draft: string | undefined, handle: string | undefined) => void;
  readonly onAnew: () => void;
}

function EntryForm({ opened, edited, sections, given, back, onDraft, onAnew }: FormParts) {
  const may = useMay();
  const [, go] = useLocation();
  const fields = fieldsOf(sections);
  const typed = useEntryForm(opened, edited, fields, given, onDraft);
  const { entry, handle, draft, refused, elsewhere, saving, overtaken, isKnown, change, others } = typed;
  const { form } = opened;
  const faults = refused.length > 0 ? [...refused, ...typed.faults] : typed.faults;
  const isReadOnly = !may('catalogue:draft');
  const { currency } = edited;
  const context = useMemo(
    () => ({ form, isReadOnly, isKnown, change, others, currency }),
    [form, isReadOnly, isKnown, change, others, currency],
  );
  const { id, revision } = draft ?? {};
  const draftOf = useMemo(
    () => (id === undefined || revision === undefined ? undefined : { id, revision }),
    [id, revision],
  );
  const isAlerts = form === ALERTS_FORM;
  const name = isAlerts ? 'Alert settings' : plainText(asText(entry['name'])) || handle;
  const beginAnew = (
    <Button
      size="compact-xs"
      variant="default"
      onClick={() => {
        typed.forget();
        onAnew();
      }}
    >
      Discard my changes
    </Button>
  );
  const save = (then: 'stay' | 'review'): void =>
    saving.mutate(undefined, {
      onSuccess: (saved) => {
        if (!saved) {
          window.scrollTo({ top: 0 });
          return;
        }
        const found = saved.check?.faults ?? [];
        if (then === 'review' && found.length === 0) go(`/catalogue/drafts/${saved.id}`);
        else window.scrollTo({ top: 0 });
      },
    });
  return (
    <Page
      title={isKnown ? name : `New ${form}`}
      about={
        isAlerts
          ? 'Changes to channels and thresholds are saved in a draft. They take effect when you apply it.'
          : isKnown
            ? `Changes to this ${form} are saved in a draft. They take effect when you apply it.`
            : `This ${form} is saved in a draft. It takes effect when you apply the draft.`
      }
      actions={
        draft && (
          <Button component={Link} href={`/catalogue/drafts/${draft.id}`} variant="default">
            Open the draft
          </Button>
        )
      }
    >
      {typed.isBack && (
        <Notice tone="wait">
          You have unsaved changes. This is what you typed, not what is saved. {beginAnew}
        </Notice>
      )}
      {opened.isOwnDraft && !isReadOnly && draft?.id === opened.draft && (
        <Notice tone="info">You have an open draft. What you save here goes into it.</Notice>
      )}
      {overtaken && <OvertakenNotice {...{ typed, sections }} />}
      {draft?.is_stale && (
        <Notice tone="wait">
          A newer version is active than the one this draft was made from. You can go on. Compare them on the
          draft before you apply it.
        </Notice>
      )}
      {saving.error && <Notice tone="bad">{sentenceOf(saving.error)}</Notice>}
      {saving.data && !typed.isChanged && faults.length === 0 && elsewhere.length === 0 && (
        <SavedNotice {...{ form, handle, back }} draft={saving.data.id} />
      )}
      {refused.length > 0 && (
        <FaultList {...{ fields, sections }} faults={refused} head="It is not saved yet" />
      )}
      <FaultList {...{ fields, sections }} faults={typed.faults} />
      {elsewhere.length > 0 && (
        <Notice tone="wait">
          Errors in other entries of the draft:
          {[...new Set(elsewhere.map((fault) => fault.entry ?? fault.file))].slice(0, 5).map((where) => (
            <span key={where}>
              {' '}
              <OtherEntry entry={where} draft={draft?.id} />
            </span>
          ))}
        </Notice>
      )}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          save('review');
        }}
      >
        <FormProvider value={context}>
          <TypedProvider value={entry}>
            <FaultsProvider value={faults}>
              <DraftProvider value={draftOf}>
                <Grid gap="md">
                  <Grid.Col span={{ base: 12, lg: 2 }} visibleFrom="lg">
                    <Contents sections={sections} faults={faults} />
                  </Grid.Col>
                  <Grid.Col span={{ base: 12, lg: 10 }} maw={940}>
                    <Stack gap="md">
                      {!isReadOnly && <Into typed={typed} filesFrom={edited.files_from} />}
                      {sections.map((section) => (
                        <Section key={section.title} {...{ section, entry, faults }} />
                      ))}
                    </Stack>
                  </Grid.Col>
                </Grid>
              </DraftProvider>
            </FaultsProvider>
          </TypedProvider>
        </FormProvider>
        {!isReadOnly && (
          <Box className="save-bar">
            <Row gap="xs" justify="flex-end">
              <Text size="xs" c="dimmed">
                {typed.isTyped
                  ? 'Unsaved changes'
                  : saving.data && draft && `Saved in the draft, revision ${draft.revision}`}
              </Text>
              <Button
                variant="default"
                loading={saving.isPending}
                disabled={handle === '' || overtaken !== undefined}
                onClick={() => save('stay')}
              >
                Save
              </Button>
              <Button
                type="submit"
                loading={saving.isPending}
                disabled={handle === '' || overtaken !== undefined}
              >
                Save and review
              </Button>
            </Row>
          </Box>
        )}
      </form>
    </Page>
  );
}

const idOf = (title: string): string => `section-${title.replace(/\W+/g, '-').toLowerCase()}`;

const faultsIn = ({ fields }: FormSection, faults: readonly FieldFault[]): number =>
  fields.reduce((sum, { key }) => sum + faultsUnder(faults, key).length, 0);

const Contents = ({
  sections,
  faults,
}: {
  readonly sections: readonly FormSection[];
  readonly faults: readonly FieldFault[];
}) => (
  <nav aria-label="Parts of the form" className="form-contents">
    {sections.map((section) => (
      <a key={section.title} href={`#${idOf(section.title)}`} className="nav-link">
        {section.title}
        {faultsIn(section, faults) > 0 && (
          <span className="pill" data-tone="bad">
            {faultsIn(section, faults)}
          </span>
        )}
      </a>
    ))}
  </nav>
);

/** Another entry, as faults name it: `campaign northwind-edu`. */
const OtherEntry = ({ entry, draft }: { readonly entry: string; readonly draft: string | undefined }) => {
  const named = entryNamed(entry);
  if (!named || draft === undefined) return entry;
  return <EntryLink {...{ ...named, draft }}>{entry}</EntryLink>;
};

interface SectionParts {
  readonly section: FormSection;
  readonly entry: Group;
  readonly faults: readonly FieldFault[];
}

function Section({ section, entry, faults }: SectionParts) {
  const { title, about, is_folded: isFolded, fields } = section;
  const [hadValue] = useState(() => fields.some(({ key }) => key !== 'id' && entry[key] !== undefined));
  const isOpen = hadValue || faultsIn(section, faults) > 0;
  const content = <Fields fields={fields} path={[]} value={entry} titled={title} />;
  return (
    <div id={idOf(title)} className="form-section">
      <Panel title={isFolded ? undefined : title}>
        {isFolded ? (
          <Folded title={title} isOpen={isOpen}>
            {about !== undefined && <About>{about}</About>}
            {content}
          </Folded>
        ) : (
          <>
            {about !== undefined && <About>{about}</About>}
            {content}
          </>
        )}
      </Panel>
    </div>
  );
}

const About = ({ children }: { readonly children: string }) => (
  <Text size="sm" c="dimmed" mb="sm">
    {children}
  </Text>
);
