import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** The files in which a merge left its marks, each with its line: `file:line`. */
export const conflictsIn = () =>
  execFileSync('git', ['ls-files'], { encoding: 'utf8' })
    .split('\n')
    .filter((file) => /\.(md|ts|tsx|mjs|cjs|js|json|ya?ml|css|html)$/.test(file))
    .flatMap((file) =>
      textOf(file)
        .split('\n')
        .flatMap((line, at) => (/^(<{7}|>{7})( |$)/.test(line) ? `${file}:${at + 1}` : [])),
    );

/** A file that is deleted but not yet committed has no text. */
function textOf(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
