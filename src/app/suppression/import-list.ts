import { isNotUtf8, NOT_UTF8 } from '../../core/not-utf8.js';
import { suppressionForm, type SuppressedBy, type SuppressionForm } from '../../core/suppression/forms.js';
import { suppressionId, type Suppression } from '../../core/suppression/suppression.js';
import { listRows, type ListRow } from '../csv/list-rows.js';
import { faultOfValue } from './read-values.js';
import { BY_HAND, entriesOf, type SuppressPorts, type SuppressTerms } from './suppress.js';

const BATCH = 2_000;

/** Faults beyond these are only counted. */
const MAX_FAULTS = 1_000;

/** The first line may be a heading. It is no fault. */
const HEADING = /^(e-?mail|phone|mobile|area|domain|hash|sha-?256|md5)\b/i;

/** A line that could not be read. */
export interface LineFault {
  readonly line: number;
  readonly fault: string;
}

export interface ImportedList {
  /** Lines with a value that is on the list now. */
  readonly taken: number;
  /** Lines that took off the list what an earlier file of the source had put there, if it had. */
  readonly removed: number;
  readonly faulty: number;
  /** The first faults. */
  readonly faults: readonly LineFault[];
}

interface Import {
  readonly by: SuppressedBy;
  readonly terms: SuppressTerms;
  /** Lines before this one were imported before. */
  readonly from_line: number;
  /** Called when all lines up to this one are on the list. */
  readonly stored: (line: number) => void;
}

/** A value, and whether it is to be taken off the list. */
interface ListValue {
  readonly value: string;
  readonly isRemoved: boolean;
}

/**
 * Puts the values of a file on the list: one on each line, in its first cell. A line that can't be read is named, and the
 * others are taken. Importing a line again changes nothing. In a list of changes of the national do-not-call registry, `D`
 * takes off what the same source put there.
 */
export async function importList(
  ports: {
    readonly identities: Pick<SuppressPorts['identities'], 'keysOf' | 'keysToFind'>;
    readonly suppressionStore: Pick<SuppressPorts['suppressionStore'], 'putAgain' | 'removeOf'>;
  },
  lines: AsyncIterable<string> | Iterable<string>,
  { by, terms, from_line, stored }: Import,
): Promise<ImportedList> {
  const faults: LineFault[] = [];
  let [last, taken, removed, faulty] = [0, 0, 0, 0];
  let isFirst = true;
  let batch: (readonly [SuppressionForm, isRemoved: boolean])[] = [];
  const put = async (): Promise<void> => {
    // What stands last in the file holds.
    const changes = new Map(
      batch.map(([form, isRemoved]) => [`${form.kind} ${form.hex}`, { form, isRemoved }]),
    );
    const [gone, there] = partition([...changes.values()]);
    const entries = new Map(entriesOf(ports, there, terms).map((entry) => [entry.id, entry]));
    await ports.suppressionStore.putAgain([...entries.values()]);
    await ports.suppressionStore.removeOf(terms.source, idsOf(gone));
    for (const [, isRemoved] of batch) {
      if (isRemoved) removed += 1;
      else taken += 1;
    }
    batch = [];
    stored(last);
  };
  const idsOf = (forms: readonly SuppressionForm[]): Suppression['id'][] =>
    ports.identities.keysToFind(forms).map(({ key }) => suppressionId(key, terms.scope));
  const name = (line: number, fault: string): void => {
    faulty += 1;
    if (faults.length < MAX_FAULTS) faults.push({ line, fault });
  };
  for await (const row of listRows(lines)) {
    const { line, cells } = row;
    last = row.last;
    const { value, isRemoved } = valueOf(by, cells);
    const isHeading = isFirst && HEADING.test(value);
    isFirst = false;
    if (line < from_line) continue;
    const broken = isNotUtf8(value);
    const form = broken ? undefined : suppressionForm(by, value);
    if (form && isList(by, cells))
      name(
        line,
        'it has nothing but several values, of which only the first would be taken: give each a line',
      );
    else if (form && isRemoved && terms.source === BY_HAND)
      name(line, 'it takes off what its list put there: say which list it is (--source)');
    else if (form) batch.push([form, isRemoved]);
    else if (value !== '' && !isHeading) name(line, broken ? `it ${NOT_UTF8}` : faultOfValue(by));
    else if (value === '' && cells.some((cell) => cell !== ''))
      name(line, 'its first cell is empty, and the value is read from that one alone');
    for (const lost of valuesInside(by, row))
      name(lost, `it is inside quotation marks that line ${line} opens, and looks like a value of its own`);
    if (batch.length >= BATCH) await put();
  }
  if (batch.length > 0) await put();
  return { taken, removed, faulty, faults };
}

function partition(
  changes: readonly { readonly form: SuppressionForm; readonly isRemoved: boolean }[],
): [gone: SuppressionForm[], there: SuppressionForm[]] {
  const of = (which: boolean) =>
    changes.filter(({ isRemoved }) => isRemoved === which).map(({ form }) => form);
  return [of(true), of(false)];
}

const HASH = /^[0-9a-f]{32,64}$/i;

/** Whether a row has several values and nothing else. Two hashes are of one person, as lists of hashes are sold. */
const isList = (by: SuppressedBy, cells: readonly string[]): boolean => {
  const [, ...others] = cells.filter((cell) => cell !== '');
  return (
    others.length > 0 && others.every((cell) => !HASH.test(cell) && suppressionForm(by, cell) !== undefined)
  );
};

/** The lines of a row that somebody may have meant to be rows. */
const valuesInside = (by: SuppressedBy, { line, inner }: ListRow): number[] =>
  inner.flatMap((text, at) =>
    suppressionForm(by, (/^[^,;\t"]*/.exec(text)?.[0] ?? '').trim()) ? [line + 1 + at] : [],
  );

/**
 * The value of a row: its first cell, or of the national do-not-call registry the area code and the number, which stand in
 * two. `A` or `D` behind them says that it was added or deleted.
 */
function valueOf(by: SuppressedBy, [first = '', second = '', ...more]: readonly string[]): ListValue {
  if (by !== 'phone' || !/^\d{3}$/.test(first) || !/^\d{7}$/.test(second))
    return { value: first, isRemoved: false };
  return { value: first + second, isRemoved: more.some((cell) => /^d(?:eleted?)?$/i.test(cell)) };
}
