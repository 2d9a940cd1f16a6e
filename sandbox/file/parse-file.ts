import { isNode, LineCounter, parseDocument, type Document } from 'yaml';
import type { SandboxFile } from '../party.js';
import { faultsOf } from './check-parties.js';

export type Parsed =
  | { readonly ok: true; readonly file: SandboxFile }
  | { readonly ok: false; readonly faults: readonly string[] };

/** Parses a file's text, YAML or JSON. Each problem is a sentence that starts with the file's name and the line. */
export function parseFile(name: string, text: string): Parsed {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const at = (offset: number) => `${name}:${lines.linePos(offset).line}`;
  if (document.errors.length > 0)
    return { ok: false, faults: document.errors.map(({ message, pos }) => `${at(pos[0])} ${message}`) };
  const checked = faultsOf(document.toJS());
  return 'file' in checked
    ? { ok: true, file: checked.file }
    : {
        ok: false,
        faults: checked.faults.map(({ path, message }) => `${at(placeOf(document, path))} ${message}`),
      };
}

/** The place of a path; for a missing member, the start of its group. */
function placeOf(document: Document, path: readonly (string | number)[]): number {
  for (let length = path.length; length > 0; length -= 1) {
    const node = document.getIn(path.slice(0, length), true);
    if (isNode(node) && node.range) return node.range[0];
  }
  return 0;
}
