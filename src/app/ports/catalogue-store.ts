import type { CatalogueDocument } from '../../core/catalogue/document.js';
import type { SourceFile } from '../../core/catalogue/validation-issue.js';

export type HowChanged = 'apply' | 'rollback' | 'pause' | 'resume';

/** One entry of the catalogue's history. */
export interface VersionInfo {
  /** 1, 2, … */
  readonly version: number;
  readonly at: Date;
  /** Who made the change, by the user name on their machine. */
  readonly by: string;
  readonly how: HowChanged;
  /** What a rollback, pause or resume changed: `version 3`, `offer lakeshore-nursing`. Several entries: a list of them. */
  readonly subject?: string | readonly string[];
  readonly comment?: string;
  /**
   * Whose files the version has. `given`: those of `leadkeep apply FILE…`; `edited`: those of a draft, or of an earlier
   * version with the lines changed that had to. Absent: nobody's, so it is exported.
   */
  readonly files_from?: 'given' | 'edited';
}

export interface CatalogueVersion extends VersionInfo {
  readonly document: CatalogueDocument;
}

/** A version as it is stored. Its files are read separately, since only those who edit or show them need them. */
export interface NewVersion extends CatalogueVersion {
  /** With comments, as they were split. What they leave out of groups (`books`, `alerts` …) is in the document alone. */
  readonly files?: readonly SourceFile[];
}

/** The most bytes of a version's document and files. MongoDB refuses 16 MiB. */
export const MAX_VERSION_BYTES = 15 * 1024 * 1024;

export const bytesOf = ({ document, files }: Pick<NewVersion, 'document' | 'files'>): number =>
  Buffer.byteLength(JSON.stringify(document)) + Buffer.byteLength(JSON.stringify(files ?? []));

/**
 * The numbered versions. A stored version is never removed, and nothing of it changes but `files_from`. Each method is one command and throws on an
 * outage.
 */
export interface CatalogueStore {
  /** The newest number; 0 if there is no version. */
  currentVersion(): Promise<number>;
  current(): Promise<CatalogueVersion | null>;
  read(version: number): Promise<CatalogueVersion | null>;
  /** The files of a version. Undefined: it has none, or does not exist. */
  files(version: number): Promise<readonly SourceFile[] | undefined>;
  /**
   * False if this number is taken: another change was first, so the version that the caller compared with is no
   * longer current.
   */
  append(version: NewVersion): Promise<boolean>;
  /** Newest first. */
  history(limit: number): Promise<VersionInfo[]>;
  /**
   * The newest pause or resume of an entry, such as `offer lakeshore-nursing`. Null if it was never paused or
   * resumed.
   */
  lastSwitch(subject: string): Promise<VersionInfo | null>;
  /** The newest version that has files with these texts; 0: none. */
  lastWith(files: readonly SourceFile[]): Promise<number>;
  /** The newest version whose files were given to `leadkeep apply`; 0: none. */
  lastGiven(): Promise<number>;
  /** Notes that the files of a version were given to `leadkeep apply`. */
  noteGiven(version: number): Promise<void>;
}
