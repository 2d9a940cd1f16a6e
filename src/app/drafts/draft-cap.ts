import { EMPTY_DOCUMENT } from '../../core/catalogue/document.js';
import type { Draft, DraftActor } from '../../core/drafts/draft.js';
import { changeCap, type CapOf } from '../../core/drafts/change-cap.js';
import { ActRefused } from '../act-refused.js';
import { exported, filesOf } from '../catalogue/files-of.js';
import type { AuditPorts } from '../audit/audited.js';
import type { DraftPorts } from './draft-ports.js';
import { createDraft } from './write-drafts.js';

/** Makes a draft of the version in force in which one cap has another limit. `null` removes the cap. */
export async function draftCap(
  ports: DraftPorts,
  audit: AuditPorts,
  { cap, limit, title }: { readonly cap: CapOf; readonly limit: number | null; readonly title?: string },
  by: DraftActor,
): Promise<Draft> {
  const current = await ports.catalogue.current();
  const changed = changeCap(current?.document ?? EMPTY_DOCUMENT, cap, limit);
  const { kind, handle, offer, window, program } = cap;
  const of = `${kind} ${handle}${offer === undefined ? '' : `, offer ${offer}`}`;
  if (!changed) throw new ActRefused('invalid', `There is no ${of} in the catalogue`, 'handle');
  const what = `Cap of ${of}, a ${window}${program === undefined ? '' : `, program ${program}`}: ${limit ?? 'none'}`;
  const followed = current && ports.files.follow(await filesOf(ports, current), current.document, changed);
  const files = followed ?? exported(ports.files, changed);
  return createDraft(ports, audit, { title: title ?? what, files, base_version: current?.version ?? 0 }, by);
}
