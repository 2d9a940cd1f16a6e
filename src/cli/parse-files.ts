import type { CatalogueDocument } from '../core/catalogue/document.js';
import { formatIssue } from '../core/catalogue/validation-issue.js';
import type { Cli } from './cli.js';
import { CliError } from './cli-error.js';
import { readSources } from './read-sources.js';
import { visibleLine } from './render/visible.js';
import { parseCatalogue } from './wiring/catalogue-files.js';

/** The catalogue in these files. Notes every fault and throws a CliError when there is one. */
export function parseFiles(cli: Cli, files: readonly string[]): CatalogueDocument {
  const parsed = parseCatalogue(readSources(files));
  if (parsed.ok) return parsed.document;
  for (const fault of parsed.faults) cli.note(visibleLine(formatIssue(fault)));
  const count = parsed.faults.length === 1 ? '1 fault' : `${parsed.faults.length} faults`;
  throw new CliError(`${count}; nothing was changed`);
}
