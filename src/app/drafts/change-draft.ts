import { formatTime } from '../../core/format-time.js';
import { isOpen, type Draft, type DraftAct } from '../../core/drafts/draft.js';
import { ActRefused } from '../act-refused.js';
import { audited, type Act, type AuditPorts } from '../audit/audited.js';
import type { DraftPorts, OnDraft } from './draft-ports.js';

/** The draft. Throws ActRefused if it does not exist. */
export async function needDraft({ drafts }: Pick<DraftPorts, 'drafts'>, id: string): Promise<Draft> {
  const draft = await drafts.read(id);
  if (draft) return draft;
  throw new ActRefused('unknown', 'There is no draft with this id', 'id');
}

/** The draft, if it is still what the person has seen. Throws ActRefused otherwise, and names who changed it. */
export async function needRevision(
  ports: Pick<DraftPorts, 'drafts'>,
  { id, revision }: Pick<OnDraft, 'id' | 'revision'>,
): Promise<Draft> {
  const draft = await needDraft(ports, id);
  requireRevision(draft, revision);
  if (isOpen(draft)) return draft;
  const { by, at } = draft.changed;
  const what = draft.state === 'applied' ? 'applied' : 'withdrew';
  throw new ActRefused('conflict', `${by.name} ${what} this draft at ${formatTime(at)}`);
}

/** The draft, open or not. Throws ActRefused if the call names a revision and the draft is at another one. */
export async function readRevision(
  ports: Pick<DraftPorts, 'drafts'>,
  { id, revision }: { readonly id: string; readonly revision?: number | undefined },
): Promise<Draft> {
  const draft = await needDraft(ports, id);
  if (revision !== undefined) requireRevision(draft, revision);
  return draft;
}

/** Throws ActRefused if a draft is at another revision than the one that the person has seen, and names who changed it. */
function requireRevision(draft: Draft, revision: number): void {
  if (draft.revision !== revision) throw changedMeanwhile(draft);
}

const changedMeanwhile = ({ changed: { by, at }, revision }: Draft): ActRefused =>
  new ActRefused(
    'conflict',
    `${by.name} changed this draft at ${formatTime(at)}, so nothing was changed: read it again, it is at revision ${revision}`,
  );

/** Stores the next state of a draft, with entries in the audit log. Of two who change a revision, one is refused. */
export async function changeDraft(
  ports: Pick<DraftPorts, 'drafts' | 'clock'>,
  audit: AuditPorts,
  call: OnDraft,
  action: Act['action'],
  make: (draft: Draft, act: DraftAct) => Draft | Promise<Draft>,
): Promise<Draft> {
  const draft = await needRevision(ports, call);
  const next = await make(draft, { at: ports.clock(), by: call.by });
  const facts = { revision: next.revision, base_version: next.base_version };
  return audited(audit, { action, on: { kind: 'draft', ids: [draft.id] }, facts }, async () => {
    if (await ports.drafts.replace(next, draft.revision)) return next;
    throw changedMeanwhile(await needDraft(ports, draft.id));
  });
}
