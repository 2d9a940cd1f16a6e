import { isNotUtf8, NOT_UTF8 } from '../../core/not-utf8.js';
import { suppressionForm, type SuppressedBy, type SuppressionForm } from '../../core/suppression/forms.js';
import { faultOfValue } from './read-values.js';
import { entriesOf, type SuppressPorts, type SuppressTerms } from './suppress.js';

const BATCH = 2_000;

/** Faults beyond these are only counted. */
const MAX_FAULTS = 1_000;

/** The first line may be a heading. It is no fault. */
const HEADING = /^(e-?mail|phone|mobile|domain|hash|sha-?256|md5)\b/i;

/** A line that could not be read. */
export interface LineFault {
  readonly line: number;
  readonly fault: string;
}

export interface ImportedList {
  /** Lines with a value that is on the list now. */
  readonly taken: number;
  readonly faulty: number;
  /** The first faults. */
  readonly faults: readonly LineFault[];
  /** The last line that was read. */
  readonly last_line: number;
}

interface Import {
  readonly by: SuppressedBy;
  readonly terms: SuppressTerms;
  /** Lines before this one were imported before. */
  readonly from_line: number;
  /** Called when all lines up to this one are on the list. */
  readonly stored: (line: number) => void;
}

/**
 * Puts the values of a file on the list: one on each line, and what follows a comma, a semicolon or a tab is ignored. A
 * line that can't be read is named, and the others are taken. Importing a line again changes nothing.
 */
export async function importList(
  ports: Pick<SuppressPorts, 'identities'> & {
    readonly suppressionStore: Pick<SuppressPorts['suppressionStore'], 'putAgain'>;
  },
  lines: AsyncIterable<string> | Iterable<string>,
  { by, terms, from_line, stored }: Import,
): Promise<ImportedList> {
  const faults: LineFault[] = [];
  let [line, taken, faulty] = [0, 0, 0];
  let batch: SuppressionForm[] = [];
  const put = async (): Promise<void> => {
    const entries = new Map(entriesOf(ports, batch, terms).map((entry) => [entry.id, entry]));
    await ports.suppressionStore.putAgain([...entries.values()]);
    taken += batch.length;
    batch = [];
    stored(line);
  };
  for await (const text of lines) {
    line += 1;
    const value = line < from_line ? '' : valueOf(text);
    if (value === '') continue;
    const isBroken = isNotUtf8(value);
    const form = isBroken ? undefined : suppressionForm(by, value);
    if (form) batch.push(form);
    else if (line > 1 || !HEADING.test(value)) {
      faulty += 1;
      if (faults.length < MAX_FAULTS)
        faults.push({ line, fault: isBroken ? `it ${NOT_UTF8}` : faultOfValue(by) });
    }
    if (batch.length === BATCH) await put();
  }
  if (batch.length > 0) await put();
  return { taken, faulty, faults, last_line: line };
}

/** The first cell of a line. */
const valueOf = (text: string): string =>
  (/^[^,;\t]*/.exec(text.replace(/^\uFEFF/, ''))?.[0] ?? '').replaceAll('"', '').trim();
