import type { CatalogueDocument } from '../../core/catalogue/document.js';

export type HowChanged = 'apply' | 'rollback' | 'pause' | 'resume';

/** One entry of the catalogue's history. */
export interface VersionInfo {
  /** 1, 2, … */
  readonly version: number;
  readonly at: Date;
  /** Who made the change, by the user name on their machine. */
  readonly by: string;
  readonly how: HowChanged;
  /** What a rollback, pause or resume changed: `version 3`, `offer lakeshore-nursing`. */
  readonly subject?: string;
  readonly comment?: string;
}

export interface CatalogueVersion extends VersionInfo {
  readonly document: CatalogueDocument;
}

/**
 * The numbered versions. A stored version is never changed or removed. Each method is one command and throws on an
 * outage.
 */
export interface CatalogueStore {
  /** The newest number; 0 if there is no version. */
  currentVersion(): Promise<number>;
  current(): Promise<CatalogueVersion | null>;
  read(version: number): Promise<CatalogueVersion | null>;
  /**
   * False if this number is taken: another change was first, so the version that the caller compared with is no
   * longer current.
   */
  append(version: CatalogueVersion): Promise<boolean>;
  /** Newest first. */
  history(limit: number): Promise<VersionInfo[]>;
  /**
   * The newest pause or resume of an entry, such as `offer lakeshore-nursing`. Null if it was never paused or
   * resumed.
   */
  lastSwitch(subject: string): Promise<VersionInfo | null>;
}
