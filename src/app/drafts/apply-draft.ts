import { moved, type Draft, type DraftActor } from '../../core/drafts/draft.js';
import { asksFourEyes, whyNotApplied, whyNotFromCommandLine } from '../../core/drafts/four-eyes.js';
import { ActRefused } from '../act-refused.js';
import type { AuditPorts } from '../audit/audited.js';
import { applyCatalogue } from '../catalogue/apply-catalogue.js';
import { refuseUnchanged } from '../catalogue/refuse-unchanged.js';
import { asEmergency, type Emergency } from '../catalogue/emergency.js';
import type { CatalogueVersion } from '../ports/catalogue-store.js';
import { needDraft, needRevision } from './change-draft.js';
import { documentOf } from './document-of.js';
import type { DraftPorts, OnDraft } from './draft-ports.js';

interface Applying extends OnDraft {
  /** The reason, for the history. Absent: the title of the draft. */
  readonly comment?: string | undefined;
  /** Passes the four eyes. The audit log has it, and an alert tells of it. */
  readonly emergency?: Emergency | undefined;
}

/**
 * Makes a draft the next version of the catalogue. Throws ActRefused if it is not what the person has seen, if another
 * version is in force than it was made from, or if the catalogue asks for four eyes and these are not.
 */
export async function applyDraft(ports: DraftPorts, audit: AuditPorts, call: Applying): Promise<Draft> {
  const current = await ports.catalogue.current();
  const before = await needDraft(ports, call.id);
  const killed = await finishInterruptedApply(ports, before, current);
  if (killed) return killed;
  const draft = await needRevision(ports, call);
  const { by, emergency } = call;
  if (asksFourEyes(current?.document) && !emergency) requireFourEyes(draft, by);
  const version = await putInForce(ports, audit, draft, call, current);
  return ended(ports, draft, by, version);
}

function requireFourEyes(draft: Draft, by: DraftActor): void {
  if (draft.state !== 'proposed')
    throw new ActRefused('conflict', 'Changes need a second person, and nobody has proposed this draft');
  const why = by.kind === 'os_user' ? whyNotFromCommandLine(draft) : whyNotApplied(draft, by);
  if (why !== undefined) throw new ActRefused('conflict', why);
}

async function putInForce(
  ports: DraftPorts,
  audit: AuditPorts,
  draft: Draft,
  { by, comment = draft.title, emergency }: Applying,
  current: CatalogueVersion | null,
): Promise<number> {
  const version = current?.version ?? 0;
  if (version !== draft.base_version)
    throw new ActRefused(
      'conflict',
      `Version ${version} is active, and the draft is based on version ${draft.base_version}: compare them, then save the draft with base_version ${version}`,
    );
  const note = {
    ...{ at: ports.clock(), by: by.name, subject: subjectOf(draft), comment },
    ...({ how: 'apply', files_from: 'edited' } as const),
  };
  const document = documentOf(ports.files, draft);
  const applied = await asEmergency(audit, emergency, subjectOf(draft), () =>
    applyCatalogue(ports, audit, {
      ...{ document, files: draft.files, note, dryRun: false, base: version },
      agree: () => Promise.resolve(true),
    }),
  );
  return refuseUnchanged(applied);
}

const subjectOf = ({ id }: Draft): string => `draft ${id}`;

/**
 * Marks a draft as applied, if somebody was killed after it came into force and before it was marked. Undefined: nobody
 * was.
 */
export async function finishInterruptedApply(
  ports: Pick<DraftPorts, 'catalogue' | 'drafts' | 'clock'>,
  draft: Draft,
  current: CatalogueVersion | null,
): Promise<Draft | undefined> {
  if (draft.state === 'applied' || (current?.version ?? 0) <= draft.base_version) return undefined;
  const next = await ports.catalogue.read(draft.base_version + 1);
  if (next?.subject !== subjectOf(draft) || draft.changed.at > next.at) return undefined;
  return ended(ports, draft, draft.proposed?.by ?? draft.changed.by, next.version);
}

async function ended(
  ports: Pick<DraftPorts, 'drafts' | 'clock'>,
  draft: Draft,
  by: DraftActor,
  version: number,
): Promise<Draft> {
  const act = { at: ports.clock(), by };
  const next = moved(draft, 'applied', act, { applied: { ...act, version } });
  // If somebody wrote in it at this moment, the draft goes on from the version that this made.
  return (await ports.drafts.replace(next, draft.revision)) ? next : needDraft(ports, draft.id);
}
