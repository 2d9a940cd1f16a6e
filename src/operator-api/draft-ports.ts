import type { DraftPorts } from '../app/drafts/draft-ports.js';
import type { OperatorPorts } from './route.js';

/** What changes of the catalogue need. */
export function draftPorts({ acts, clock }: OperatorPorts): DraftPorts {
  const { drafts, files, overview, leads, versions: catalogue } = acts;
  return { drafts, files, overview, leads, catalogue, books: acts.books.books, clock };
}
