import { useCallback, useEffect, useMemo, useReducer, useState } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ALERTS_FORM, type AnyForm, type FormField } from '../../../../src/core/catalogue/entry-form.js';
import { ApiProblem } from '../../api/api-problem';
import { answerOf, api, exactAnswerOf } from '../../api/client';
import { keepForm, keptForm } from '../../api/kept-texts';
import type { components } from '../../api/schema';
import { useMay, useMe } from '../../app/me';
import type { Edited } from './form-parts';
import {
  forgetTypedSecrets,
  secretFaults,
  storeTypedSecrets,
  useSecrets,
  useTypedSecrets,
} from './typed-secrets';
import {
  asGroup,
  asText,
  formKindOf,
  changedKeys,
  handleOf,
  onTop,
  put,
  sameValue,
  tidied,
  valueAt,
  type FieldFault,
  type Group,
  type Path,
} from './values';

type Saved = components['schemas']['Draft'];
type DraftFault = components['schemas']['DraftFault'];

/** What a form is about, as its address says. */
export interface Opened {
  readonly form: AnyForm;
  /** Undefined: a new entry. */
  readonly handle: string | undefined;
  /** A new entry begins as this one. */
  readonly from: string | undefined;
  readonly draft: string | undefined;
  /** Nobody chose the draft: it is the one that this person changed last. */
  readonly isOwnDraft?: boolean;
}

/** Where what is typed began, and what it is by now. */
interface Typing {
  /** As it was read. */
  readonly read: Group;
  readonly entry: Group;
  /** Under which the files have it. Undefined: they don't yet. */
  readonly handle: string | undefined;
  /** The draft that it is saved into. Undefined: a new one. */
  readonly draft: Draft | undefined;
  /** The handle follows the name until somebody writes one. */
  readonly isHandleTyped: boolean;
}

/** Another person was first. */
export interface Overtaken {
  readonly sentence: string;
  readonly stored: Edited;
  /** What they changed in this entry, and what of it was changed here too: as keys. */
  readonly theirs: readonly string[];
  readonly both: readonly string[];
}

type Step =
  | { readonly to: 'change'; readonly path: Path; readonly value: unknown }
  | { readonly to: 'draft'; readonly draft: Draft }
  /** `of`: what was typed when it was sent. */
  | {
      readonly to: 'saved';
      readonly of: Group;
      readonly sent: Group;
      readonly handle: string;
      readonly draft: Draft;
    }
  | { readonly to: 'rebase'; readonly stored: Edited };

type Draft = NonNullable<Edited['draft']>;

function step(typing: Typing, what: Step): Typing {
  switch (what.to) {
    case 'change': {
      const entry = asGroup(put(typing.entry, what.path, what.value));
      const [first] = what.path;
      if (typing.handle !== undefined) return { ...typing, entry };
      if (first === 'handle') return { ...typing, entry, isHandleTyped: what.value !== undefined };
      if (first !== 'name' || typing.isHandleTyped) return { ...typing, entry };
      const handle = handleOf(asText(what.value));
      return { ...typing, entry: asGroup(put(entry, ['handle'], handle === '' ? undefined : handle)) };
    }
    case 'draft':
      return { ...typing, draft: what.draft };
    case 'saved': {
      const { of, sent, handle, draft } = what;
      // Somebody may have typed on meanwhile.
      return { read: sent, entry: onTop(of, typing.entry, sent), handle, draft, isHandleTyped: true };
    }
    case 'rebase': {
      const stored = asGroup(what.stored.entry);
      const entry = onTop(typing.read, typing.entry, stored);
      return { ...typing, read: stored, entry, draft: what.stored.draft ?? undefined };
    }
  }
}

export const readEdited = (
  { form, handle, from, draft }: Pick<Opened, 'form' | 'handle' | 'draft'> & Partial<Opened>,
  signal?: AbortSignal,
): Promise<Edited> => {
  const which = handle ?? from;
  const query = {
    kind: formKindOf(form),
    ...(which !== undefined && { handle: which }),
    ...(draft !== undefined && { draft }),
  };
  // With every character: it is written back.
  return exactAnswerOf(
    api.GET('/api/v1/operator/catalogue/entry', { params: { query }, ...(signal && { signal }) }),
  );
};

/** What a new entry begins with. A copy has another name, and an id of its own. */
function begin({ form, handle, from }: Opened, edited: Edited, given: Group): Typing {
  const draft = edited.draft ?? undefined;
  const stored = asGroup(edited.entry);
  if (handle !== undefined) return { read: stored, entry: stored, handle, draft, isHandleTyped: true };
  const { id: _id, handle: _handle, ...copied } = from === undefined ? {} : stored;
  const kind = form === 'partner' ? { kind: 'partner' } : {};
  const name = from === undefined ? {} : { name: `${asText(copied['name'])} (copy)` };
  const entry = { ...copied, ...name, ...kind, ...given };
  return { read: {}, entry, handle: undefined, draft, isHandleTyped: false };
}

const keyOf = ({ form, handle, from, draft }: Opened): string =>
  [form, handle ?? `new${from ?? ''}`, draft ?? 'new'].join(' ');

/** What was typed before, in the draft as it is by now, if nobody changed this entry meanwhile. */
const goneOn = (before: Typing, edited: Edited): Typing =>
  edited.draft && (before.handle === undefined || sameValue(edited.entry, before.read))
    ? { ...before, draft: edited.draft }
    : before;

/** What was typed, with what another form made for it since. */
const withGiven = (typing: Typing, given: Group): Typing =>
  typing.handle === undefined ? { ...typing, entry: { ...given, ...typing.entry } } : typing;

/** What is typed into a form, and how it is saved. `given`: what a new entry begins with. */
export function useEntryForm(
  opened: Opened,
  edited: Edited,
  fields: readonly FormField[],
  given: Group,
  onDraft: (draft: string | undefined, handle: string | undefined) => void,
) {
  const me = useMe().person.id;
  const client = useQueryClient();
  // Who went to make another entry first may have typed before there was a draft.
  const beforeDraft = keyOf({ ...opened, draft: undefined });
  const [before] = useState(() => {
    const kept = keptForm(me, keyOf(opened)) ?? (opened.isOwnDraft && keptForm(me, beforeDraft));
    return kept ? withGiven(kept as Typing, given) : undefined;
  });
  const [begun] = useState(() => begin(opened, edited, given));
  const [typing, take] = useReducer(step, undefined, () => (before ? goneOn(before, edited) : begun));
  const [isBack, setBack] = useState(before !== undefined);
  const [allFaults, setFound] = useState<readonly DraftFault[]>(edited.faults ?? []);
  const found = useMemo(() => allFaults.map(inAlerts), [allFaults]);
  const [title, setTitle] = useState<string>();
  const [overtaken, setOvertaken] = useState<Overtaken>();
  const [others, setOthers] = useState(edited.others);
  const { read, entry, handle: known, draft } = typing;
  const kind = formKindOf(opened.form);
  const handle = known ?? asText(entry['handle']);
  const isChanged = !sameValue(read, entry) || known === undefined;

  const own = found.filter((fault) => fault.entry === `${kind} ${handle}`);
  // A field that is changed since has no fault until it is checked again.
  const left = own.filter(
    ({ field }) => field === null || sameValue(valueAt(read, field), valueAt(entry, field)),
  );
  const [isRefused, setRefused] = useState(false);
  const secretsOf = {
    ...{ entry, read, fields, typed: useTypedSecrets(), secrets: useSecrets() },
    maySet: useMay()('catalogue:apply'),
  };
  const refused = isRefused ? secretFaults(secretsOf) : [];
  const shown = left.map((fault) => found.indexOf(fault)).join(' ');
  const faults = useMemo(
    () =>
      shown
        .split(' ')
        .flatMap((at) => found[at === '' ? -1 : Number(at)] ?? [])
        .map(({ field, sentence }): FieldFault => ({ path: field ?? '', message: plainSentence(sentence) })),
    [found, shown],
  );

  const key = keyOf({ ...opened, handle: known, draft: draft?.id });
  const isTyped = !sameValue(entry, known === undefined ? begun.entry : read);
  useEffect(() => {
    keepForm(me, key, isTyped ? typing : undefined);
  }, [me, key, typing, isTyped]);
  // It has another name once it is in a draft, or has a handle.
  useEffect(() => {
    if (key !== keyOf(opened)) keepForm(me, keyOf(opened), undefined);
  }, [me, key, opened]);

  useEffect(() => {
    if (opened.isOwnDraft) keepForm(me, beforeDraft, undefined);
  }, [me, beforeDraft, opened.isOwnDraft]);

  // Who leaves the form has not stored them.
  useEffect(() => forgetTypedSecrets, []);

  const change = useCallback((path: Path, value: unknown) => {
    take({ to: 'change', path, value });
  }, []);

  const rebase = (stored: Edited): void => {
    take({ to: 'rebase', stored });
    setFound(stored.faults ?? []);
    setOthers(stored.others);
    setOvertaken(undefined);
    onDraft(stored.draft?.id, known);
  };

  const overtake = (sentence: string, stored: Edited): void => {
    const theirs = changedKeys(read, asGroup(stored.entry));
    const mine = changedKeys(read, entry);
    setOvertaken({ sentence, stored, theirs, both: theirs.filter((each) => mine.includes(each)) });
  };

  const readStored = (of: string | undefined): Promise<Edited> =>
    readEdited({ form: opened.form, handle: known, draft: of });

  const saving = useMutation({
    mutationFn: async (): Promise<Saved | undefined> => {
      const isOpen = secretFaults(secretsOf).length > 0;
      setRefused(isOpen);
      if (isOpen) return undefined;
      let into = draft;
      if (!into) {
        const made = await answerOf(
          api.POST('/api/v1/operator/drafts', { body: { title: title?.trim() || titleOf() } }),
        );
        into = made;
        take({ to: 'draft', draft: made });
        onDraft(made.id, known);
        if (known !== undefined) {
          const stored = await readStored(made.id);
          if (!sameValue(stored.entry, read)) {
            overtake('Another version of the catalogue came into force meanwhile.', stored);
            return undefined;
          }
        }
      }
      const path = { id: into.id };
      if (await storeTypedSecrets(entry, `For ${kind} ${handle}`))
        await client.invalidateQueries({ queryKey: ['secrets'] });
      const sent = tidied({ ...entry, handle }, fields, read);
      const body = {
        ...{ kind, handle, entry: withoutHandle(kind, sent) },
        ...(known === undefined && { is_new: true }),
      };
      const send = (revision: number): Promise<Saved> =>
        answerOf(
          api.POST('/api/v1/operator/drafts/{id}/entries', {
            params: { path },
            body: { ...body, revision },
          }),
        );
      const keep = (saved: Saved): Saved => {
        take({ to: 'saved', of: entry, sent, handle, draft: saved });
        setFound(saved.check?.faults ?? []);
        setBack(false);
        client.setQueryData(['draft', saved.id], saved);
        onDraft(saved.id, handle);
        return saved;
      };
      try {
        return keep(await send(into.revision));
      } catch (error) {
        if (!(error instanceof ApiProblem) || error.status !== 409) throw error;
        const stored = await readStored(into.id).catch(() => undefined);
        if (!stored?.draft || stored.draft.revision === into.revision) throw error;
        // One's own change of another entry is not in the way.
        const { changed, revision, state } = stored.draft;
        const isOwn = changed.by.id === me && sameValue(stored.entry ?? {}, read);
        if (isOwn && (state === 'draft' || state === 'proposed')) return keep(await send(revision));
        overtake(error.message, stored);
        return undefined;
      }
    },
  });

  const titleOf = (): string => {
    if (opened.form === ALERTS_FORM) return 'Change alert settings';
    const name = asText(entry['name']) || handle;
    return `${known === undefined ? 'New' : 'Change'} ${opened.form} ${name}`.slice(0, 200);
  };

  return {
    ...{ entry, handle, draft, others, isChanged, isBack, overtaken, saving, change, title, setTitle },
    ...{ titleOf, isTyped },
    isKnown: known !== undefined,
    /** What was found in this entry by the last save, and what elsewhere in the draft. */
    faults,
    /** Why it isn't saved. */
    refused,
    elsewhere: found.filter((fault) => fault.entry !== `${kind} ${handle}`),
    /** Chooses the draft that it is saved into. What is typed stays. */
    choose: async (id: string | undefined) => {
      rebase(await readStored(id));
    },
    /** What is typed goes on top of what somebody else stored. */
    goOn: () => {
      if (overtaken) rebase(overtaken.stored);
    },
    /** What is typed is not wanted any more. */
    forget: () => {
      keepForm(me, key, undefined);
    },
  };
}

/** The files have no handle for the group. */
const withoutHandle = (kind: string, { handle, ...entry }: Group): Group =>
  kind === ALERTS_FORM ? entry : { handle, ...entry };

/** A fault in the group is told by its field in the file: `alerts.channels[0].email`. */
function inAlerts(fault: DraftFault): DraftFault {
  const field = /^alerts\.?(.*)$/.exec(fault.entry === null ? (fault.field ?? '') : '')?.[1];
  return field === undefined
    ? fault
    : { ...fault, entry: 'alerts alerts', field: field === '' ? null : field };
}

/** `"caps[0].limit" must be at least 1` as `Must be at least 1.` */
function plainSentence(sentence: string): string {
  const said = sentence
    .replace(/^(?:"[^"]*"|the entry) /, '')
    .replace(
      'set insecure_http: true on a test system',
      'for a test system, turn on “Allow http://” below, under More',
    );
  return `${said.charAt(0).toUpperCase()}${said.slice(1)}.`;
}
