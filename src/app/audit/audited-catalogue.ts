import { diffCatalogue } from '../../core/catalogue/diff-catalogue.js';
import { EMPTY_DOCUMENT, type CatalogueDocument } from '../../core/catalogue/document.js';
import type { FieldChange } from '../../core/catalogue/diff-values.js';
import type { AuditFacts } from '../../core/audit/audit-entry.js';
import type { CatalogueStore, CatalogueVersion } from '../ports/catalogue-store.js';
import { audited, type AuditPorts } from './audited.js';

/** An entry of the audit log names at most this many changed entries of the catalogue. */
const MAX_CHANGES = 200;
const MAX_FIELDS = 10;

/**
 * The same store, with every new version in the audit log: its number and the former one, and the entries that change,
 * by their handles. The documents themselves are in the catalogue's history.
 */
export const auditedCatalogue = (store: CatalogueStore, ports: AuditPorts): CatalogueStore => ({
  ...store,
  async append(version) {
    const former = await store.read(version.version - 1);
    return audited(
      ports,
      {
        action: `catalogue.${version.how}`,
        on: { kind: 'catalogue', ids: subjectsOf(version) },
        why: version.comment,
        before: { version: version.version - 1 },
        after: {
          version: version.version,
          ...changesOf(former?.document ?? EMPTY_DOCUMENT, version.document),
        },
      },
      () => store.append(version),
      (stored) => (stored ? { result: 'done' } : { result: 'refused', facts: { why: 'conflict' } }),
    );
  },
  noteGiven: (version) =>
    audited(
      ports,
      {
        action: 'catalogue.apply',
        on: { kind: 'catalogue', ids: [`version ${version}`] },
        facts: { files: 'are those of the version' },
      },
      () => store.noteGiven(version),
      () => ({ result: 'nothing' }),
    ),
});

/** An entry that was paused or resumed can be asked for by its name: `offer lakeshore-nursing`. */
const subjectsOf = ({ version, how, subject }: CatalogueVersion): string[] => [
  `version ${version}`,
  ...(subject !== undefined && how !== 'rollback' ? [subject].flat() : []),
];

function changesOf(before: CatalogueDocument, after: CatalogueDocument): AuditFacts {
  const changes = diffCatalogue(before, after).map(
    ({ kind, handle, change, fields }) =>
      `${kind} ${handle} ${change}${fields.length === 0 ? '' : `: ${fieldsText(fields)}`}`,
  );
  const more = changes.length - MAX_CHANGES;
  return { changes: changes.slice(0, MAX_CHANGES), ...(more > 0 ? { more_changes: more } : {}) };
}

const fieldsText = (fields: readonly FieldChange[]): string =>
  [...fields.slice(0, MAX_FIELDS).map(fieldText), ...(fields.length > MAX_FIELDS ? ['…'] : [])].join(', ');

/** Texts are left out: somebody may have written a secret into a header. */
const fieldText = ({ path, before, after }: FieldChange): string =>
  isPlain(before) && isPlain(after) ? `${path} ${text(before)} → ${text(after)}` : path;
const isPlain = (value: unknown): boolean => ['number', 'boolean', 'undefined'].includes(typeof value);
const text = (value: unknown): string => (value === undefined ? 'not set' : JSON.stringify(value));
