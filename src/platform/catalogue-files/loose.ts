import { ENTRY_KINDS, ENTRY_LISTS, type EntryKind, type EntryList } from '../../core/catalogue/document.js';
import type { DataPath, YamlFile } from './yaml-file.js';

/**
 * Readers for a file that may be wrong anywhere. The cross checks use them, so that one issue of shape does not hide
 * other issues. A value of the wrong shape, which joi has already reported, reads as absent.
 */
export type Loose = Readonly<Record<string, unknown>>;

export const asGroup = (value: unknown): Loose =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Loose) : {};
export const asText = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
export const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
export const asTexts = (value: unknown): string[] =>
  asList(value).filter((item): item is string => typeof item === 'string');

/** One affiliate, buyer, offer or campaign, as written in a file. */
export interface LooseEntry {
  readonly kind: EntryKind;
  /** Undefined if the handle is missing or no text. */
  readonly handle: string | undefined;
  readonly raw: Loose;
  readonly file: YamlFile;
  readonly path: DataPath;
}

/** All entries of all files, in the order of the files. */
export function entriesOf(files: readonly YamlFile[]): LooseEntry[] {
  return files.flatMap((file) =>
    ENTRY_LISTS.flatMap((list: EntryList) =>
      asList(asGroup(file.data)[list]).map((item, index) => ({
        kind: ENTRY_KINDS[list],
        handle: asText(asGroup(item)['handle']),
        raw: asGroup(item),
        file,
        path: [list, index],
      })),
    ),
  );
}
