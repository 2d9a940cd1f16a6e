import { randomUUID } from 'node:crypto';
import { moved, rewritten, type Draft, type DraftActor, type DraftContent } from '../../core/drafts/draft.js';
import { asksFourEyes, whyNotApproved, whyNotProposed } from '../../core/drafts/four-eyes.js';
import { ActRefused } from '../act-refused.js';
import { audited, type AuditPorts } from '../audit/audited.js';
import type { EntryOf } from '../ports/catalogue-files.js';
import { filesOf } from '../catalogue/files-of.js';
import { changeDraft } from './change-draft.js';
import type { DraftPorts, OnDraft } from './draft-ports.js';
import { documentOf } from './document-of.js';

/** Makes a draft. Without files it has those of the version in force; without `base_version` it is made from that version. */
export async function createDraft(
  ports: DraftPorts,
  audit: AuditPorts,
  content: Pick<DraftContent, 'title'> & Partial<DraftContent>,
  by: DraftActor,
): Promise<Draft> {
  const { drafts, catalogue, clock } = ports;
  const current = await catalogue.current();
  const at = clock();
  const draft: Draft = {
    ...{ id: randomUUID(), title: content.title, state: 'draft', revision: 1 },
    base_version: baseOf(content.base_version, current?.version ?? 0),
    ...{ created_at: at, changed: { at, by }, authors: [by] },
    files: content.files ?? (await filesOf(ports, current)),
  };
  const facts = { base_version: draft.base_version };
  await audited(audit, { action: 'draft.create', on: { kind: 'draft', ids: [draft.id] }, facts }, () =>
    drafts.insert(draft),
  );
  return draft;
}

/** Writes in a draft. What was proposed is then no longer proposed. */
export const saveDraft = (
  ports: DraftPorts,
  audit: AuditPorts,
  call: OnDraft,
  content: Partial<DraftContent>,
): Promise<Draft> =>
  changeDraft(ports, audit, call, 'draft.save', async (draft, act) => {
    if (content.base_version !== undefined)
      baseOf(content.base_version, await ports.catalogue.currentVersion());
    return rewritten(draft, content, act);
  });

interface SavedEntry {
  readonly of: EntryOf;
  /** Null removes it. */
  readonly entry: object | null;
  /** It must not take the place of another one. */
  readonly isNew: boolean;
}

/**
 * Puts an entry in the place of the one with this handle in the files of a draft, or adds it; null removes it. Lines that
 * this does not touch stay as they are. Throws ActRefused if a file is no YAML, or there is nothing to remove, or
 * a new entry has the handle of another one.
 */
export const saveEntry = (
  ports: DraftPorts,
  audit: AuditPorts,
  { of, entry, isNew, ...call }: OnDraft & SavedEntry,
): Promise<Draft> =>
  changeDraft(ports, audit, call, 'draft.save', (draft, act) => {
    if (entry === null) needEntry(ports, draft, of);
    if (isNew && ports.files.readEntry(draft.files, of))
      throw new ActRefused(
        'conflict',
        `The draft has another ${of.kind} ${of.handle}: choose another handle`,
      );
    const files = ports.files.editEntry(draft.files, of, entry);
    if (files) return rewritten(draft, { files }, act);
    throw new ActRefused('conflict', "The files of the draft can't be edited by entry: edit their text");
  });

/** An entry as the files of a draft say it. Throws ActRefused if they have no such entry. */
export function needEntry(
  { files }: Pick<DraftPorts, 'files'>,
  draft: Pick<Draft, 'files'>,
  of: EntryOf,
): object {
  const entry = files.readEntry(draft.files, of);
  if (entry) return entry;
  throw new ActRefused('unknown', `The draft has no ${of.kind} ${of.handle}`, 'handle');
}

function baseOf(asked: number | undefined, current: number): number {
  if (asked === undefined) return current;
  if (asked <= current) return asked;
  throw new ActRefused('invalid', `The active version is ${current}, not ${asked}`, 'base_version');
}

/** Asks others to apply a draft. Throws ActRefused if it has faults. */
export const proposeDraft = (ports: DraftPorts, audit: AuditPorts, call: OnDraft): Promise<Draft> =>
  changeDraft(ports, audit, call, 'draft.propose', async (draft, act) => {
    documentOf(ports.files, draft);
    const current = await ports.catalogue.current();
    const why = asksFourEyes(current?.document) ? whyNotProposed(act.by) : undefined;
    if (why !== undefined) throw new ActRefused('conflict', why);
    return moved(draft, 'proposed', act, { proposed: act });
  });

/** Somebody who did not write it agrees. Then the command line may apply it too. */
export const approveDraft = (ports: DraftPorts, audit: AuditPorts, call: OnDraft): Promise<Draft> =>
  changeDraft(ports, audit, call, 'draft.approve', (draft, act) => {
    if (draft.state !== 'proposed')
      throw new ActRefused('conflict', 'Nobody has proposed this draft, so it cannot be approved');
    const why = whyNotApproved(draft, act.by);
    if (why !== undefined) throw new ActRefused('conflict', why);
    return moved(draft, 'proposed', act, { approved: act });
  });

/** Ends a draft that is not needed any more. It stays readable. */
export const withdrawDraft = (ports: DraftPorts, audit: AuditPorts, call: OnDraft): Promise<Draft> =>
  changeDraft(ports, audit, call, 'draft.withdraw', (draft, act) => moved(draft, 'withdrawn', act, {}));
