import type { VersionInfo } from '../../app/ports/catalogue-store.js';
import { renderTable } from './table.js';
import { visibleLine } from './visible.js';
import { formatTime } from './time.js';

const what = ({ how, subject }: VersionInfo): string => (subject === undefined ? how : `${how} ${subject}`);

/** Renders one version on one line, whatever its comment holds: `catalogue show` writes it into a file. */
export const versionLine = (info: VersionInfo): string =>
  visibleLine(
    `version ${info.version}, ${formatTime(info.at)}, ${info.by}, ${what(info)}${info.comment === undefined ? '' : `: ${info.comment}`}`,
  );

/** Renders the history as a table, newest version first. */
export function renderHistory(versions: readonly VersionInfo[]): string {
  if (versions.length === 0) return 'No catalogue is in force.';
  return renderTable(
    ['version', 'at', 'by', 'what', 'comment'],
    versions.map((info) => [
      String(info.version),
      formatTime(info.at),
      info.by,
      what(info),
      info.comment ?? '',
    ]),
  );
}
