import type { EntryChange } from '../catalogue/diff-catalogue.js';
import type { ValidationIssue } from '../catalogue/validation-issue.js';
import type { Draft, DraftAct, DraftActor, DraftHead } from '../drafts/draft.js';

const actView = ({ at, by }: DraftAct) => ({ at, by: actorView(by) });
const actorView = ({ kind, id, name }: DraftActor) => ({ kind, id, name });

/** A draft in a list. `current`: the version in force. */
export const draftHeadView = (draft: DraftHead, current: number) => ({
  id: draft.id,
  title: draft.title,
  state: draft.state,
  revision: draft.revision,
  base_version: draft.base_version,
  is_stale: (draft.state === 'draft' || draft.state === 'proposed') && draft.base_version !== current,
  created_at: draft.created_at,
  changed: actView(draft.changed),
  authors: draft.authors.map(actorView),
  proposed: draft.proposed ? actView(draft.proposed) : null,
  approved: draft.approved ? actView(draft.approved) : null,
  applied: draft.applied ? { ...actView(draft.applied), version: draft.applied.version } : null,
});

/** A draft with its files and with what was found in this revision. */
export const draftView = (draft: Draft, current: number) => ({
  ...draftHeadView(draft, current),
  files: draft.files,
  check: ofRevision(draft, draft.check, ({ at, faults, changes, warnings, missing_secrets }) => ({
    ...{ at, faults: faults.map(faultView), changes: changes.map(changeView), warnings, missing_secrets },
  })),
  backtest: ofRevision(draft, draft.backtest, ({ at, version, leads, searches, groups }) => ({
    ...{ at, version, leads, searches },
    groups: groups.map(({ kind, offer, program, from, to, parts, count, ids }) => ({
      ...{ kind, offer, program: program ?? null, from: from ?? null, to: to ?? null },
      ...{ parts: parts ?? [], count, ids },
    })),
  })),
});

/** Null: nothing was found yet, or in an earlier revision alone. */
const ofRevision = <T extends { readonly revision: number }, V>(
  { revision }: Draft,
  found: T | undefined,
  view: (found: T) => V,
): V | null => (found?.revision === revision ? view(found) : null);

const faultView = ({ file, line, column, entry, field, message }: ValidationIssue) => ({
  ...{ file, line, column: column ?? null },
  entry: entry ? `${entry.kind} ${entry.name}` : null,
  ...{ field: field ?? null, sentence: message },
});

export const changeView = ({ kind, handle, change, fields }: EntryChange) => ({
  ...{ kind, handle, change },
  fields: fields.map(({ path, before, after }) => ({ path, before: before ?? null, after: after ?? null })),
});
