import { diffCatalogue, type EntryChange } from '../../core/catalogue/diff-catalogue.js';
import type { CatalogueDocument } from '../../core/catalogue/document.js';
import { secretsSentElsewhere } from '../../core/catalogue/named-secrets.js';
import type { SourceFile } from '../../core/catalogue/validation-issue.js';
import { auditedCatalogue } from '../audit/audited-catalogue.js';
import type { AuditPorts } from '../audit/audited.js';
import type { CatalogueStore } from '../ports/catalogue-store.js';
import type { LeadOverview } from '../ports/lead-overview.js';
import type { TimedChangeStore } from '../ports/timed-changes.js';
import { applyDocument, type BeforeAndAfter, type Changed, type ChangeNote } from './change-catalogue.js';
import { whyBooksAreFixed, type FixedBooksPorts } from './fixed-books.js';
import { resultTtlWarnings } from './result-ttl-warnings.js';
import { resumedBy } from './resumed-by.js';
import { retentionWarnings } from './retention-warnings.js';
import { strandedBy } from './stranded-by.js';
import { endRetired, timedWarnings } from '../timed-changes/beside-versions.js';
import { undoneBy, type Undone } from './undone-by.js';
import { unaskedFieldWarnings } from './unasked-field-warnings.js';
import { windowWarnings } from './window-warnings.js';

export interface ApplyPorts extends FixedBooksPorts {
  readonly catalogue: CatalogueStore;
  readonly overview: Pick<LeadOverview, 'atBuyers' | 'countSales'>;
  readonly timedChanges: Pick<TimedChangeStore, 'toCome' | 'end'>;
  readonly clock: () => Date;
}

/** What somebody should know before the change, in sentences without a period. */
export interface ApplyNotice {
  readonly changes: readonly EntryChange[];
  readonly warnings: readonly string[];
  /** The catalogue as it would be in force, with its retired entries. */
  readonly next: CatalogueDocument;
  /** Of files given to `leadkeep apply`: the later changes that they don't know, and would undo; the newest first. */
  readonly undone: readonly Undone[];
  readonly inForce: number;
}

interface Applying {
  readonly document: CatalogueDocument;
  /** As in `applyDocument`. */
  readonly files?: readonly SourceFile[] | undefined;
  readonly note: ChangeNote;
  readonly dryRun: boolean;
  /** As in `applyDocument`. */
  readonly base?: number | undefined;
  /** Called last, also in a dry run. False: the change is declined. */
  readonly agree: (notice: ApplyNotice) => Promise<boolean>;
}

/** Makes a document the next version, with an entry in the audit log before and after it (`applyDocument`). */
export async function applyCatalogue(
  ports: ApplyPorts,
  audit: AuditPorts,
  { document, files, note, dryRun, base, agree }: Applying,
): Promise<Changed> {
  let next: CatalogueDocument | undefined;
  const changed = await applyDocument(auditedCatalogue(ports.catalogue, audit), document, note, {
    ...{ files, dryRun, base },
    whyFixed: (books) => whyBooksAreFixed(ports, books),
    async agree(changes, documents, inForce) {
      next = documents.after;
      const isGiven = note.files_from === 'given' && files !== undefined;
      const found = { before: documents.before, changes, inForce };
      const undone = isGiven ? await undoneBy(ports.catalogue, files, found) : [];
      return agree({ ...(await noticeOf(ports, document, documents)), undone, inForce });
    },
  });
  if (changed.outcome === 'changed' && next && !dryRun)
    await endRetired(ports, next, { ...note, version: changed.version });
  return changed;
}

/** What a document changes, and what somebody should know before. */
export async function noticeOf(
  ports: Omit<ApplyPorts, keyof FixedBooksPorts> & Pick<ApplyPorts, 'overview'>,
  document: CatalogueDocument,
  documents: BeforeAndAfter,
): Promise<Omit<ApplyNotice, 'undone' | 'inForce'>> {
  const { catalogue, overview, clock } = ports;
  const changes = diffCatalogue(documents.before, documents.after);
  const resumed = await resumedBy(changes, catalogue);
  const forgotten = await windowWarnings(documents.before, document, overview, clock());
  const stranded = await strandedBy({ overview }, documents);
  const warnings = [
    ...resumed,
    ...retentionWarnings(documents),
    ...resultTtlWarnings(documents.after),
    ...unaskedFieldWarnings(changes, documents.after),
    ...secretsSentElsewhere(documents.before, documents.after),
    ...forgotten,
    ...stranded,
    ...(await timedWarnings(ports, documents)),
  ];
  return { changes, warnings, next: documents.after };
}
