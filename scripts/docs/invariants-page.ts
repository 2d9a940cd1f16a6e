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
import { AUDIT_LOG_WHOLE, CONSENT_CHAIN_WHOLE } from '../../src/cli/wiring/check-stored.js';
import { referencePage } from './reference-page.js';

/** What an operator can do about some of them. */
const ADVICE: readonly (readonly [names: readonly string[], advice: string])[] = [
  [
    ['acknowledged-is-stored'],
    'if a backup was restored, [what a restore takes back](deployment.md#what-a-restore-takes-back); otherwise, MongoDB lost a write: keep its data, and look at its log',
  ],
  [
    ['sold-once', 'cap-kept', 'slots-compatible'],
    'the sales stand. Agree with the buyers which of them returns a lead, and record it with [`leadkeep lead return`](returns.md)',
  ],
  [['ledger-agrees'], '`leadkeep ledger check`; if it fails too, `leadkeep ledger rebuild`'],
  [
    ['not-overdue', 'attempt-ends', 'effects-applied', 'search-closes', 'news-published'],
    'nobody works on it: see the alerts `no_sweeper`, `overdue_leads` and `late_effects` ([rules](alerts.md#rules))',
  ],
  [
    ['booked-once', 'booked-as-sent', 'priced-as-in-force'],
    'compare `leadkeep books entries` with `leadkeep lead show ID`, and book the difference with [`leadkeep books adjust`](books.md#adjustments)',
  ],
  [
    ['consent-chain-whole', 'audit-log-whole'],
    'somebody changed the database. Keep a copy of it; [`leadkeep consent verify`](personal-rights.md#heads-of-the-chain) and [`audit-log verify`](audit-log.md#verifying) say since when',
  ],
];

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
    CONSENT_CHAIN_WHOLE,
    AUDIT_LOG_WHOLE,
  ];
  // Leads and searches have one in common.
  const rows = [...new Set(all)].map(({ name, sentence }) => `| \`${name}\` | ${sentence} |`);
  return referencePage(`# Invariants

\`leadkeep check\` reports every violation of these ([the integrity check](guarantees.md#the-integrity-check)), the first one with
\`--acknowledged\`. Tests and the rehearsal check the same list, except its last two rows. A line has the name, the record, and what was found:

\`\`\`
not-overdue  lead 0198c3f0-0000-7000-8000-000000000001: queued, overdue for 75 s
\`\`\`

| name | what must hold |
|---|---|
${rows.join('\n')}

## What to do

Keep the output, and run \`leadkeep check\` again after a minute. What it then still prints is wrong:

| name | what to do |
|---|---|
${ADVICE.map(([names, advice]) => `| ${names.map((name) => `\`${name}\``).join(', ')} | ${advice} |`).join('\n')}
| any other | \`leadkeep lead show ID\` or \`search show ID\` says what happened. Was a backup restored, or the database changed by hand? If not, it's a bug: report it with both outputs |
`);
}
