import { isDeepStrictEqual } from 'node:util';
import type { EntryOf, FileEntry } from '../../app/ports/catalogue-files.js';
import { ALERTS_FORM } from '../../core/catalogue/entry-form.js';
import { diffCatalogue } from '../../core/catalogue/diff-catalogue.js';
import { nameOfItem } from '../../core/catalogue/diff-values.js';
import {
  ENTRY_KINDS,
  ENTRY_LISTS,
  type CatalogueDocument,
  type EntryKind,
  type EntryList,
} from '../../core/catalogue/document.js';
import { nextDocument } from '../../core/catalogue/next-document.js';
import type { SourceFile } from '../../core/catalogue/validation-issue.js';
import { editYaml } from './edit-yaml.js';
import { rawOf } from './export-catalogue.js';
import { asGroup, asList, entriesOf, type Loose } from './loose.js';
import { normaliseCatalogue } from './normalise-catalogue.js';
import { readYamlFile } from './yaml-file.js';

/** All entries as the files say them. Undefined: one of them is no YAML. */
export function readEntries(files: readonly SourceFile[]): readonly FileEntry[] | undefined {
  const read = files.map(readYamlFile);
  return read.some(({ issues }) => issues.length > 0) ? undefined : entriesOf(read);
}

/** An entry as the files say it. Undefined: they have no such entry, or one of them is no YAML. Alerts are always there. */
export function readEntry(files: readonly SourceFile[], { kind, handle }: EntryOf): Loose | undefined {
  if (kind !== ALERTS_FORM)
    return readEntries(files)?.find((entry) => entry.kind === kind && entry.handle === handle)?.raw;
  const read = files.map(readYamlFile);
  if (read.some(({ issues }) => issues.length > 0)) return undefined;
  return asGroup(read.map(({ data }) => asGroup(data)[kind]).find((group) => group !== undefined));
}

/**
 * The files with another entry in the place of the one with this handle: a new one at the end of the last file that has
 * this kind. Null removes it. All other lines stay as they are. Undefined if a file is no YAML, or can't be edited so.
 */
export function editEntry(
  files: readonly SourceFile[],
  { kind, handle }: EntryOf,
  entry: object | null,
): readonly SourceFile[] | undefined {
  return edited(files, (datas) => {
    if (kind === ALERTS_FORM) {
      const data = datas.find((each) => Object.hasOwn(each, kind)) ?? datas[0];
      if (data) data[kind] = entry ?? {};
      return data !== undefined;
    }
    putEntry(datas, listOf(kind), handle, entry ? { ...entry, handle } : undefined);
    return true;
  });
}

/**
 * The files of `before`, edited so that they say `after`, in as few lines as possible. Undefined if that can't be done:
 * then no files say `after` yet.
 */
export function followDocument(
  files: readonly SourceFile[],
  before: CatalogueDocument,
  after: CatalogueDocument,
): readonly SourceFile[] | undefined {
  const [was, is] = [asGroup(rawOf(before)), asGroup(rawOf(after))];
  return edited(files, (datas) => {
    for (const group of Object.keys({ ...was, ...is }))
      if (!(ENTRY_LISTS as readonly string[]).includes(group)) {
        const data = datas.find((each) => Object.hasOwn(each, group)) ?? datas[0];
        if (data) Object.assign(data, patched(data, pick(was, group), pick(is, group)));
      }
    for (const list of ENTRY_LISTS) followList(datas, list, asList(was[list]), asList(is[list]));
    return says(datas, after);
  });
}

const pick = (group: Loose, key: string): Loose => (Object.hasOwn(group, key) ? { [key]: group[key] } : {});

function followList(datas: Data[], list: EntryList, was: readonly unknown[], is: readonly unknown[]): void {
  const [old, next] = [byHandle(was), byHandle(is)];
  for (const handle of old.keys()) if (!next.has(handle)) putEntry(datas, list, handle, undefined);
  for (const [handle, raw] of next) {
    const former = old.get(handle);
    if (isDeepStrictEqual(former, raw)) continue;
    const said = datas
      .flatMap((data) => asList(data[list]))
      .find((each) => asGroup(each)['handle'] === handle);
    putEntry(datas, list, handle, asGroup(patched(said, former, raw)));
  }
}

const byHandle = (raws: readonly unknown[]): Map<unknown, unknown> =>
  new Map(raws.map((raw) => [asGroup(raw)['handle'], raw]));

/** Whether applying files with this content would change nothing where `document` is in force. */
function says(datas: readonly Data[], document: CatalogueDocument): boolean {
  const given = normaliseCatalogue(datas);
  const next = nextDocument(document, given);
  return next.ok && diffCatalogue(document, next.document).length === 0;
}

type Data = Record<string, unknown>;

const listOf = (kind: EntryKind): EntryList =>
  ENTRY_LISTS.find((list) => ENTRY_KINDS[list] === kind) ?? 'offers';

/** Files whose content `change` has changed. Undefined if one is no YAML, or can't be edited so, or `change` says false. */
function edited(
  files: readonly SourceFile[],
  change: (datas: Data[]) => boolean,
): readonly SourceFile[] | undefined {
  const read = files.map(readYamlFile);
  if (read.some(({ issues }) => issues.length > 0)) return undefined;
  const datas = read.map(({ data }) => structuredClone(asGroup(data)) as Data);
  if (!change(datas)) return undefined;
  const next = files.map(({ name, text }, index) => {
    const data = datas[index];
    return { name, text: isDeepStrictEqual(data, read[index]?.data) ? text : editYaml(text, data) };
  });
  return next.every((file): file is SourceFile => file.text !== undefined) ? next : undefined;
}

function putEntry(datas: readonly Data[], list: EntryList, handle: unknown, entry: Loose | undefined): void {
  const isIt = (each: unknown): boolean => asGroup(each)['handle'] === handle;
  const has = datas.find((data) => asList(data[list]).some(isIt));
  if (has) has[list] = asList(has[list]).flatMap((each) => (isIt(each) ? (entry ?? []) : [each]));
  else if (entry) {
    const data = datas.findLast((each) => asList(each[list]).length > 0) ?? datas.at(-1);
    if (data) data[list] = [...asList(data[list]), entry];
  }
}

/** What a file says, with the differences between `was` and `is` alone: what both have stays as it is written. */
function patched(said: unknown, was: unknown, is: unknown): unknown {
  if (said === undefined || was === undefined) return is;
  if (isDeepStrictEqual(was, is)) return said;
  if (Array.isArray(said) && Array.isArray(was) && Array.isArray(is)) return patchedList(said, was, is);
  if ([said, was, is].some((each) => typeof each !== 'object' || each === null || Array.isArray(each)))
    return is;
  const [file, from, to] = [asGroup(said), asGroup(was), asGroup(is)];
  const result = new Map(Object.entries(file));
  for (const key of Object.keys(from)) if (!Object.hasOwn(to, key)) result.delete(key);
  let before: string | undefined;
  for (const [key, value] of Object.entries(to)) {
    if (!isDeepStrictEqual(from[key], value)) {
      const isNew = !result.has(key);
      result.set(key, patched(file[key], from[key], value));
      if (isNew && before !== undefined) moveAfter(result, key, before);
    }
    if (result.has(key)) before = key;
  }
  return Object.fromEntries(result);
}

/** A key that is new stands where it stands in what Leadkeep writes. */
function moveAfter(map: Map<string, unknown>, key: string, before: string): void {
  const entries = [...map].filter(([name]) => name !== key);
  const at = entries.findIndex(([name]) => name === before) + 1;
  const value = map.get(key);
  map.clear();
  for (const [name, each] of [...entries.slice(0, at), [key, value] as const, ...entries.slice(at)])
    map.set(name, each);
}

const patchedList = (said: readonly unknown[], was: readonly unknown[], is: readonly unknown[]): unknown[] =>
  is.map((item) => {
    const name = nameOfItem(item);
    const find = (list: readonly unknown[]): unknown =>
      name === undefined ? undefined : list.find((each) => nameOfItem(each) === name);
    return patched(find(said), find(was), item);
  });
