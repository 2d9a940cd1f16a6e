import type { CatalogueDocument } from '../../core/catalogue/document.js';

export type HowChanged = 'apply' | 'rollback' | 'pause' | 'resume';

/** One entry of the catalogue's history. */
export interface VersionInfo {
  /** 1, 2, … */
  readonly version: number;
  readonly at: Date;
  /** Who, as their machine names them. */
  readonly by: string;
  readonly how: HowChanged;
  /** What a rollback, pause or resume was about: `version 3`, `offer lakeshore-nursing`. */
  readonly subject?: string;
  readonly comment?: string;
}

export interface CatalogueVersion extends VersionInfo {
  readonly document: CatalogueDocument;
}

/** The numbered versions. Nothing is ever changed or removed. Each method is one command and throws on an outage. */
export interface CatalogueStore {
  /** The newest number, 0 without any. */
  currentVersion(): Promise<number>;
  current(): Promise<CatalogueVersion | null>;
  read(version: number): Promise<CatalogueVersion | null>;
  /** False when this number is taken: somebody else was first, and what was compared is no longer current. */
  append(version: CatalogueVersion): Promise<boolean>;
  /** Numbers of the versions that were in force between two moments, in their order. */
  between(from: Date, to: Date): Promise<number[]>;
  /** Newest first. */
  history(limit: number): Promise<VersionInfo[]>;
  /** The newest pause or resume of `offer lakeshore-nursing`, say; null when it was never switched. */
  lastSwitch(subject: string): Promise<VersionInfo | null>;
}
