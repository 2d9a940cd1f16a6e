import { useEffect, useMemo, useRef, useState } from 'react';
import { Box, Button, Grid, Group as Row, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useLocation, useParams, useSearch } from 'wouter';
import {
  FORM_NAMES,
  type EntryForms,
  type FormName,
  type FormSection,
} from '../../../../src/core/catalogue/entry-form.js';
import { sentenceOf } from '../../api/api-problem';
import { answerOf, api } from '../../api/client';
import { plainText } from '../../api/plain-texts';
import { useMay } from '../../app/me';
import { Answered } from '../../parts/answered';
import { Notice } from '../../parts/notice';
import { Page, Panel } from '../../parts/page';
import { PlainState } from '../../parts/states';
import { FaultList, Into, OvertakenNotice, SavedNotice } from './entry-notices';
import { Fields, Folded } from './fields';
import { DraftProvider, FaultsProvider, FormProvider, TypedProvider, type Edited } from './form-parts';
import { readEdited, useEntryForm, type Opened } from './use-entry-form';
import { asGroup, asText, faultsUnder, fieldsOf, type FieldFault, type Group } from './values';

const KIND_WORDS: Readonly<Record<FormName, string>> = {
  ...{ affiliate: 'affiliate', buyer: 'buyer', offer: 'offer', partner: 'partner', campaign: 'campaign' },
};

/** A form for an entry of the catalogue: new, new from a copy, or as a draft or the version in force has it. */
export default function EntryScreen() {
  const { form: name = '' } = useParams();
  const form = FORM_NAMES.find((each) => each === name);
  if (!form)
    return <PlainState title="There is no such form">The lists have buttons for all forms.</PlainState>;
  return <OneForm key={form} form={form} />;
}

function OneForm({ form }: { readonly form: FormName }) {
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
    handle: asked.get('handle') ?? undefined,
    from: asked.get('from') ?? undefined,
    draft: asked.get('draft') ?? undefined,
  };
  const client = useQueryClient();
  const forms = useQuery({
    queryKey: ['entry-forms'],
    queryFn: ({ signal }) => answerOf(api.GET('/api/v1/operator/catalogue/forms', { signal })),
    staleTime: Infinity,
  });
  const queryKey = ['entry', form, opened, begun];
  const edited = useQuery({
    queryKey,
    queryFn: ({ signal }) => readEdited(of, signal),
    // What somebody types is not read over; others' changes are noticed when it is saved.
    ...{ staleTime: Infinity, gcTime: 0, refetchOnWindowFocus: false, refetchOnReconnect: false },
  });
  const [, go] = useLocation();
  return (
    <Answered query={forms}>
      {(answer) => (
        <Answered query={edited}>
          {(entry) => {
            const isPartner = form === 'offer' && asGroup(entry.entry)['kind'] === 'partner';
            const shown = isPartner ? 'partner' : form;
            return (
              <EntryForm
                key={`${opened} ${begun}`}
                opened={{ ...of, form: shown }}
                edited={entry}
                sections={(answer.forms as EntryForms)[shown]}
                given={givenBy(form, asked)}
                onDraft={(draft, handle) => {
                  const kept = handle === undefined ? withoutDraft(asked) : { handle };
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

/** What a new entry begins with stays in its address. */
const withoutDraft = (asked: URLSearchParams): Record<string, string> =>
  Object.fromEntries([...asked].filter(([key]) => key !== 'draft'));

/** What another form's entry gives to a new one. */
function givenBy(form: FormName, asked: URLSearchParams): Group {
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
  readonly onDraft: (draft: string | undefined, handle: string | undefined) => void;
  readonly onAnew: () => void;
}

function EntryForm({ opened, edited, sections, given, onDraft, onAnew }: FormParts) {
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
  const words = KIND_WORDS[form];
  const name = plainText(asText(entry['name'])) || handle;
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
      title={isKnown ? name : `New ${words}`}
      about={
        isKnown
          ? `Change this ${words}. Nothing changes in what is sold before the draft is applied.`
          : 'It is saved into a draft. Nothing is sold before the draft is applied.'
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
          You left this form with what is not saved. This is what you typed, not what is stored. {beginAnew}
        </Notice>
      )}
      {overtaken && <OvertakenNotice {...{ typed, sections }} />}
      {draft?.is_stale && (
        <Notice tone="wait">
          Another version is in force than the one that this draft was made from. You can go on; compare them
          on the draft before it is applied.
        </Notice>
      )}
      {saving.error && <Notice tone="bad">{sentenceOf(saving.error)}</Notice>}
      {saving.data && !typed.isChanged && faults.length === 0 && elsewhere.length === 0 && (
        <SavedNotice {...{ form, handle }} draft={saving.data.id} />
      )}
      {refused.length > 0 && (
        <FaultList {...{ fields, sections }} faults={refused} head="It is not saved yet" />
      )}
      <FaultList {...{ fields, sections }} faults={typed.faults} />
      {elsewhere.length > 0 && (
        <Notice tone="wait">
          The draft has {elsewhere.length === 1 ? 'a fault' : `${elsewhere.length} faults`} elsewhere:{' '}
          {[...new Set(elsewhere.map((fault) => fault.entry ?? fault.file))].slice(0, 5).join(', ')}.
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
                {typed.isChanged
                  ? 'Not saved yet'
                  : draft && `Saved in the draft, revision ${draft.revision}`}
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
