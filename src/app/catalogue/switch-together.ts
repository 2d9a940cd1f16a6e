import { didYouMean } from '../../core/catalogue/did-you-mean.js';
import { ENTRY_KINDS, ENTRY_LISTS, type CatalogueDocument } from '../../core/catalogue/document.js';
import type { SwitchAction, Switched, SwitchedEntry, SwitchKind } from '../../core/catalogue/switch-entry.js';
import { ActRefused } from '../act-refused.js';
import { auditedCatalogue } from '../audit/audited-catalogue.js';
import type { AuditPorts } from '../audit/audited.js';
import type { CatalogueFiles } from '../ports/catalogue-files.js';
import type { CatalogueStore } from '../ports/catalogue-store.js';
import { switchInCatalogue, type ChangeNote } from './change-catalogue.js';
import { currentDocument } from './compile-current.js';

interface SwitchPorts {
  readonly catalogue: CatalogueStore;
  readonly files: Pick<CatalogueFiles, 'follow'>;
}

/** Pauses or resumes entries in one version. Undefined: all of them had this status already. */
export async function switchTogether(
  { catalogue, files, audit }: SwitchPorts & { readonly audit: AuditPorts },
  action: SwitchAction,
  entries: readonly SwitchedEntry[],
  note: Omit<ChangeNote, 'how' | 'subject'>,
): Promise<{ readonly version: number; readonly switched: readonly SwitchedEntry[] } | undefined> {
  const store = auditedCatalogue(catalogue, audit);
  const done = await switchInCatalogue(store, files, action, entries, note);
  if (done.outcome === 'switched') return done;
  if (done.outcome === 'conflict')
    throw new ActRefused(
      'conflict',
      'Others are changing the catalogue at the same time, so nothing was changed; try again',
    );
  if (done.outcome === 'unknown' || done.outcome === 'retired')
    refuseSwitch(done.outcome, await currentDocument(catalogue), done.entry.kind, done.entry.handle);
  return undefined;
}

/** Throws ActRefused if the entry can't be switched. */
export function refuseSwitch(
  outcome: Switched['outcome'],
  document: CatalogueDocument,
  kind: SwitchKind,
  handle: string,
): void {
  if (outcome === 'unknown')
    throw new ActRefused(
      'unknown',
      `There is no ${kind} ${handle} in the catalogue${hintFor(document, kind, handle)}`,
    );
  if (outcome === 'retired')
    throw new ActRefused(
      'conflict',
      `The ${kind} ${handle} is retired. To bring it back, apply a catalogue that contains it`,
    );
}

/** Suggests an entry of another kind with this handle, or else an entry of this kind with a similar handle. */
function hintFor(document: CatalogueDocument, kind: SwitchKind, handle: string): string {
  const handlesOf = (of: string): string[] =>
    ENTRY_LISTS.filter((list) => ENTRY_KINDS[list] === of).flatMap((list) =>
      document[list].map((entry) => entry.handle),
    );
  const other = Object.values(ENTRY_KINDS).find((each) => handlesOf(each).includes(handle));
  if (other !== undefined) return ` (it is an ${other})`.replace(/an (?![aeiou])/, 'a ');
  return didYouMean(handle, handlesOf(kind));
}
