import { noticeOf } from '../catalogue/apply-catalogue.js';
import { backtestDraft, type BacktestDraftPorts } from '../backtest/backtest-draft.js';
import { ActRefused } from '../act-refused.js';
import { nextDocument, type HandleClash } from '../../core/catalogue/next-document.js';
import type { CatalogueDocument } from '../../core/catalogue/document.js';
import type { ValidationIssue } from '../../core/catalogue/validation-issue.js';
import type { Draft, DraftCheck } from '../../core/drafts/draft.js';
import { missingSecrets, type SecretPlaces } from '../secrets/set-secret.js';
import { readRevision } from './change-draft.js';
import { documentOf } from './document-of.js';
import type { DraftPorts, OnDraft } from './draft-ports.js';
import { currentDocument } from '../catalogue/compile-current.js';

/** `revision`: the one that the person has seen. Absent: the newest one is asked about. */
type Seen = Pick<OnDraft, 'id'> & Partial<Pick<OnDraft, 'revision'>>;

/**
 * Validates a draft as it is stored, says what it would change now, and keeps both with the draft. Throws ActRefused if
 * the draft is at another revision than the person has seen.
 */
export async function validateDraft(ports: DraftPorts & SecretPlaces, call: Seen): Promise<Draft> {
  const draft = await readRevision(ports, call);
  const parsed = ports.files.parse(draft.files);
  const found = parsed.ok
    ? await foundIn(ports, draft, parsed.document)
    : { ...NOTHING, faults: parsed.faults };
  const check = { revision: draft.revision, at: ports.clock(), ...found };
  await ports.drafts.keepFound(draft.id, { check });
  return { ...draft, check };
}

type Found = Omit<DraftCheck, 'revision' | 'at'>;
const NOTHING: Found = { faults: [], changes: [], warnings: [], missing_secrets: [] };

async function foundIn(
  ports: DraftPorts & SecretPlaces,
  { files: [file] }: Draft,
  document: CatalogueDocument,
): Promise<Found> {
  const before = await currentDocument(ports.catalogue);
  const next = nextDocument(before, document);
  if (!next.ok) {
    const faults = next.clashes.map((clash) => clashIssue(file?.name ?? '', clash));
    return { ...NOTHING, faults };
  }
  const { changes, warnings } = await noticeOf(ports, document, { before, after: next.document });
  const missing_secrets = await missingSecrets(ports, next.document, ports.clock());
  return { faults: [], changes, warnings, missing_secrets };
}

const clashIssue = (file: string, { kind, handle, id }: HandleClash): ValidationIssue => ({
  ...{ file, line: 1, entry: { kind, name: handle } },
  message: `has the id ${id} so far, and an id can't change: give it \`id: ${id}\` or another handle`,
});

/**
 * Says how the newest leads and searches would differ under a draft, and keeps that with the draft. Throws ActRefused if
 * the draft is at another revision than the person has seen, or has faults.
 */
export async function backtestOfDraft(
  ports: DraftPorts & BacktestDraftPorts,
  { records, ...call }: Seen & { readonly records: number },
): Promise<Draft> {
  const draft = await readRevision(ports, call);
  const tested = await backtestDraft(ports, documentOf(ports.files, draft), records);
  if (!tested) throw new ActRefused('conflict', 'Ids of the draft differ from the active ones: validate it');
  const backtest = { revision: draft.revision, at: ports.clock(), ...tested };
  await ports.drafts.keepFound(draft.id, { backtest });
  return { ...draft, backtest };
}
