import type { CatalogueDocument } from '../core/catalogue/document.js';
import { formatIssue, type SourceFile } from '../core/catalogue/validation-issue.js';
import type { Cli } from './cli.js';
import { CliError } from './cli-error.js';
import { visibleLine } from './render/visible.js';
import { parseCatalogue } from './wiring/catalogue-files.js';

/** Reads the catalogue in these files. Prints all validation issues, and throws a CliError if there are any. */
export function parseSources(cli: Cli, sources: readonly SourceFile[]): CatalogueDocument {
  const parsed = parseCatalogue(sources);
  if (parsed.ok) return parsed.document;
  for (const fault of parsed.faults) cli.note(visibleLine(formatIssue(fault)));
  const count = parsed.faults.length === 1 ? '1 problem' : `${parsed.faults.length} problems`;
  throw new CliError(`${count}; nothing was changed`);
}
