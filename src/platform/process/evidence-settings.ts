import joi from 'joi';
import { readableUrl, setting } from './setting-kinds.js';

/** What proves afterwards who did what, and who agreed to what. */
export interface EvidenceSettings {
  /** The secret of the audit log, if it is not the identity secret. */
  readonly auditSecret?: string;
  /** The file to which the sweeper adds an anchor of the audit log each hour. */
  readonly auditAnchorFile?: string;
  /** The folder to which the sweeper writes the head of the chain of consents of each day. */
  readonly consentHeadsDir?: string;
  /** The address to which it posts them. */
  readonly consentHeadsUrl?: string;
  /** The folder in which `leadkeep person erase` writes what was erased. */
  readonly erasureJournal?: string;
}

export const evidenceSettings = {
  auditSecret: setting(
    joi.string(),
    'at least 32 characters, the same for every command',
    'Secret that keys the audit log. Commands that change something need it. Without it they use IDENTITY_SECRET. It can’t be changed or set later, because the entries so far would no longer verify.',
    'made with: openssl rand -base64 48',
  ).min(32),
  auditAnchorFile: setting(
    joi.string(),
    'a file',
    'File to which each `sweeper` adds the head of the audit log every hour. Keep it where a database administrator can’t write. Without it, the anchors are only in the sweeper’s log.',
    '/var/lib/leadkeep/audit-anchors',
  ),
  consentHeadsDir: setting(
    joi.string(),
    'a folder',
    'Folder to which `sweeper` writes each day’s head of the chain of consents, one file a day. Keep it where a database administrator can’t write; in a container, it needs a volume. Without it, the heads are only in the sweeper’s log.',
    '/var/lib/leadkeep/consent-heads',
  ),
  consentHeadsUrl: setting(
    joi.string(),
    'an https:// address',
    'Address to which `sweeper` posts each day’s head of the chain of consents, as JSON. Leadkeep retries until the address returns 2xx.',
    'https://archive.example.com/consent-heads',
  )
    .pattern(/^https:\/\/./)
    .custom(readableUrl),
  erasureJournal: setting(
    joi.string(),
    'a folder',
    'Folder in which `leadkeep person erase` writes ids and keyed hashes of what it erases, so that `leadkeep person replay-journal` can erase it again after a restored backup. It must exist; back it up apart from the database. If it is set and can’t be written, nothing is erased.',
    '/var/lib/leadkeep/erasures',
  ),
};
