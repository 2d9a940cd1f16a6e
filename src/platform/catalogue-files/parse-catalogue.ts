import type { ParsedCatalogue } from '../../app/ports/catalogue-files.js';
import { ENTRY_KINDS, type EntryList } from '../../core/catalogue/document.js';
import { type ValidationContext, createValidationContext } from './validation/validation-context.js';
import { ENTRY_VALIDATORS } from './validation/validate-entry.js';
import { codesTwice } from './validation/validate-returns.js';
import { validateAlerts } from './validation/validate-alerts.js';
import { sortIssues, type ValidationIssue, type SourceFile } from '../../core/catalogue/validation-issue.js';
import { asGroup, asList, entriesOf, type LooseEntry } from './loose.js';
import { normaliseCatalogue } from './normalise-catalogue.js';
import type { RawCatalogue } from './raw.js';
import { shapeIssues } from './validation/validate-shape.js';
import { readYamlFile, type DataPath, type YamlFile } from './yaml-file.js';

export type { ParsedCatalogue };

/**
 * Reads, merges and validates catalogue files. Returns the document to store, or every issue of every file with its
 * line and entry. Never throws because of a file's content.
 */
export function parseCatalogue(sources: readonly SourceFile[]): ParsedCatalogue {
  const files = sources.map(readYamlFile);
  const readable = files.filter(({ issues }) => issues.length === 0);
  const shape = readable.flatMap((file) =>
    shapeIssues(file.data).map(({ path, problem }) => issueAt(file, path, problem)),
  );
  const entries = entriesOf(readable);
  const all = createValidationContext(entries, readable.length === files.length);
  const groups = [
    ...ONE_FILE_GROUPS.flatMap((group) => givenTwice(group, readable)),
    ...readable.flatMap(alertIssues),
    ...readable.flatMap(stageIssues),
  ];
  const crossed = entries.flatMap((entry) => validateEntry(entry, all));
  const issues = [...files.flatMap((file) => file.issues), ...shape, ...groups, ...crossed];
  if (issues.length > 0)
    return {
      ok: false,
      faults: sortIssues(
        issues,
        files.map(({ name }) => name),
      ),
    };
  return { ok: true, document: normaliseCatalogue(readable.map(({ data }) => data as RawCatalogue)) };
}

const ONE_FILE_GROUPS = ['books', 'alerts', 'four_eyes', 'retention', 'stages'] as const;

/** Only one file may have such a group. With two, a reader of one file would not know what counts. */
function givenTwice(group: (typeof ONE_FILE_GROUPS)[number], files: readonly YamlFile[]): ValidationIssue[] {
  const [first, ...others] = files.filter(({ data }) => asGroup(data)[group] !== undefined);
  return others.map((file) =>
    issueAt(
      file,
      [group],
      `is already in ${first?.name ?? ''}:${first?.placeOf([group]).line ?? 1}; only one file can have it`,
    ),
  );
}

function alertIssues(file: YamlFile): ValidationIssue[] {
  const found: ValidationIssue[] = [];
  validateAlerts(file.data, (path, problem) => found.push(issueAt(file, path, problem)));
  return found;
}

const stageIssues = (file: YamlFile): ValidationIssue[] =>
  codesTwice(asGroup(file.data)['stages']).map(([index, code]) =>
    issueAt(file, ['stages', index, 'code'], `is the code of another stage: "${code}"`),
  );

function validateEntry(entry: LooseEntry, all: ValidationContext): ValidationIssue[] {
  const found: ValidationIssue[] = [];
  for (const validate of ENTRY_VALIDATORS)
    validate(
      entry,
      (path, problem, line) => found.push(issueAt(entry.file, [...entry.path, ...path], problem, line)),
      all,
    );
  return found;
}

/**
 * Converts an issue's path from the top of the file: `offers[3].caps[0].limit` becomes the entry and the rest of the
 * path.
 */
function issueAt(file: YamlFile, path: DataPath, problem: string, inText?: number): ValidationIssue {
  const [list, index, ...rest] = path;
  const place = { file: file.name, ...file.placeOf(path, inText) };
  const kind = typeof index === 'number' ? ENTRY_KINDS[list as EntryList] : undefined;
  if (kind === undefined || typeof index !== 'number')
    return {
      ...place,
      ...fieldOf(path),
      message: path.length === 0 ? `the file ${problem}` : `"${pathText(path)}" ${problem}`,
    };
  const handle = asGroup(asList(asGroup(file.data)[list ?? ''])[index])['handle'];
  const name = typeof handle === 'string' && handle !== '' ? handle : `#${index + 1}`;
  const message = rest.length === 0 ? `the entry ${problem}` : `"${pathText(rest)}" ${problem}`;
  return { ...place, entry: { kind, name }, ...fieldOf(rest), message };
}

const fieldOf = (path: DataPath) => (path.length === 0 ? {} : { field: pathText(path) });

const pathText = (path: DataPath): string =>
  path
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`))
    .join('')
    .replace(/^\./, '');
