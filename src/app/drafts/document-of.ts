import type { CatalogueDocument } from '../../core/catalogue/document.js';
import type { Draft } from '../../core/drafts/draft.js';
import { ActRefused } from '../act-refused.js';
import type { CatalogueFiles } from '../ports/catalogue-files.js';

/** The catalogue that a draft describes. Throws ActRefused if it has faults. */
export function documentOf(files: CatalogueFiles, draft: Pick<Draft, 'files'>): CatalogueDocument {
  const parsed = files.parse(draft.files);
  if (parsed.ok) return parsed.document;
  const { length } = parsed.faults;
  throw new ActRefused(
    'conflict',
    `The draft has ${length === 1 ? '1 fault' : `${length} faults`}: validate it, and correct the faults first`,
  );
}
