import type { AuditedRow } from './audited-world.js';

const WHY = ['--reason', 'They asked'];

/** The commands of the suppression list, for the table of audited commands. */
export const suppressionRows = (file: (name: string, ...lines: string[]) => string): AuditedRow[] => [
  [
    'suppress add',
    'suppression.add',
    () => ['--email', 'Ann@example.com', '--domain', 'example.com', ...WHY],
  ],
  ['suppress list', 'reads', () => []],
  ['suppress list', 'suppression.find', () => ['--email', 'Ann@example.com']],
  ['suppress remove', 'suppression.remove', () => ['--domain', 'example.com', ...WHY]],
  [
    'suppress import',
    'suppression.import',
    () => [file('s.txt', 'Ann@example.com'), '--kind', 'email', ...WHY],
  ],
];
