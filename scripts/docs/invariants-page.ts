import { capKept } from '../../src/core/invariants/cap-kept.js';
import { BOOK_INVARIANTS } from '../../src/core/invariants/book-invariants.js';
import { CLAIM_INVARIANTS } from '../../src/core/invariants/claim-invariants.js';
import { LEAD_INVARIANTS } from '../../src/core/invariants/lead-invariants.js';
import { ledgerAgrees } from '../../src/core/invariants/ledger-agrees.js';
import { newsPublished, MESSAGES_OF_NEWS } from '../../src/core/invariants/news-invariants.js';
import { REPORTS_AGREE } from '../../src/core/invariants/reports-agree.js';
import { SEARCH_INVARIANTS } from '../../src/core/invariants/search-invariants.js';
import { soldOnce } from '../../src/core/invariants/sold-once.js';
import { ACKNOWLEDGED_IS_STORED } from '../../src/core/invariants/violations-of.js';
import { referencePage } from './reference-page.js';

/** docs/reference/invariants.md: what `leadkeep check` looks for. */
export function invariantsPage(): string {
  const all = [
    ACKNOWLEDGED_IS_STORED,
    soldOnce,
    capKept,
    ledgerAgrees,
    ...CLAIM_INVARIANTS,
    ...LEAD_INVARIANTS,
    ...SEARCH_INVARIANTS,
    ...BOOK_INVARIANTS,
    newsPublished,
    MESSAGES_OF_NEWS,
    REPORTS_AGREE,
  ];
  // Leads and searches have one in common.
  const rows = [...new Set(all)].map(({ name, sentence }) => `| \`${name}\` | ${sentence} |`);
  return referencePage(`# Invariants

\`leadkeep check\` reports every violation of these ([the integrity check](guarantees.md#the-integrity-check)). Tests and the rehearsal check the
same list, together with the first row, which only they can know.

| name | what must hold |
|---|---|
${rows.join('\n')}
`);
}
