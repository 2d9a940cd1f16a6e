import type { DataClass, DataRow, StoredData } from './personal/data-class.js';
import { INVENTORY } from './personal/classify.js';
import { SENT } from './personal/sent-data-classes.js';
import { referencePage } from './reference-page.js';

const CLASSES: Readonly<Record<DataClass, string>> = {
  sealed: 'sealed',
  clear: '**in clear**',
  hash: 'keyed hash',
  none: 'not personal',
};

/** docs/reference/personal-data.md, from the tables in the code. */
export const personalDataPage = (): string =>
  referencePage(`# Personal data

What Leadkeep stores and sends of persons. Everything else in the database is ids, states, times, amounts, codes, the catalogue, and words
that are cleaned of personal data; values of consumers in them are masked before they are stored. The tables are in
\`scripts/docs/personal\`: a test fails if a flow stores a path that nobody has classified there.

| class | meaning |
|---|---|
| sealed | names or reaches a consumer; readable only with a key of \`DATA_KEYS\` |
| **in clear** | about a consumer or a member of staff, and readable in the database, because something needs it so |
| keyed hash | an HMAC of such a value under \`IDENTITY_SECRET\` or \`AUDIT_SECRET\`; a password is argon2id |
| not personal | ids, codes and counts, where they are sent elsewhere |

## Sent elsewhere

| to | class | what | why | how long | who sees it |
|---|---|---|---|---|---|
${SENT.map(({ to, class: one, what, why, kept, seen }) => row(to, CLASSES[one], what, why, kept, seen)).join('\n')}

## Stored in MongoDB

\`*\` is any name, \`**\` whatever lies below. The more exact path holds.

${INVENTORY.map(section).join('\n\n')}
`);

const row = (...cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

const section = ({ collection, kept, seen, rows }: StoredData): string =>
  [
    `### ${collection}`,
    '',
    `Kept ${kept}. Seen by ${seen}.`,
    '',
    '| class | paths | why | how long |',
    '|---|---|---|---|',
    ...rows.map((one) => row(CLASSES[one.class], pathsOf(one), one.why, one.kept ?? 'as the document')),
  ].join('\n');

const pathsOf = ({ paths }: DataRow): string => paths.map((path) => `\`${path}\``).join(' ');
