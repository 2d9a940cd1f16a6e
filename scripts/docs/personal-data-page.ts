import type { DataClass, DataRow, StoredData } from '../../src/core/personal/data-class.js';
import { INVENTORY } from '../../src/core/personal/classify.js';
import { SENT } from '../../src/core/personal/sent-data-classes.js';

const CLASSES: Readonly<Record<DataClass, string>> = {
  sealed: 'sealed',
  clear: '**in clear**',
  hash: 'keyed hash',
  none: 'not personal',
};

/** docs/personal-data.md, from the tables in the code. */
export const personalDataPage = (): string => `# Personal data

What Leadkeep stores and sends, and what of it is personal. \`npm run docs\` makes this page from \`src/core/personal\`. A test fails when a path is
stored that is not on it ([ADR 76](adr/0076-personal-data-is-classified-and-sealed.md)).

| class | meaning |
|---|---|
| sealed | names or reaches a consumer; readable only with a key of \`DATA_KEYS\` |
| **in clear** | about a consumer or a member of staff, and readable in the database, because something needs it so |
| keyed hash | an HMAC of such a value under \`IDENTITY_SECRET\` or \`AUDIT_SECRET\`; a password is argon2id |
| not personal | ids, states, times, amounts, codes, catalogue |

## Sent elsewhere

| to | class | what | why | how long | who sees it |
|---|---|---|---|---|---|
${SENT.map(({ to, class: one, what, why, kept, seen }) => row(to, CLASSES[one], what, why, kept, seen)).join('\n')}

## Stored in MongoDB

\`*\` is any name, \`**\` whatever lies below. The more exact path holds.

${INVENTORY.map(section).join('\n\n')}
`;

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
