import { createHmac } from 'node:crypto';
import type { AuditEntry, AuditIntent } from '../../src/core/audit/audit-entry.js';
import type { AuditAnchor } from '../../src/core/audit/anchor.js';
import {
  createAuditVerifier,
  type AuditFault,
  type StoredAudit,
} from '../../src/core/audit/audit-verifier.js';
import { sealEntry, type KeyedHash } from '../../src/core/audit/chain.js';

export const testHash: KeyedHash = (text) => createHmac('sha256', 'test').update(text).digest('hex');

export const testIntent = (over: Partial<AuditIntent> = {}): AuditIntent => ({
  phase: 'intent',
  at: new Date('2026-11-01T12:00:00Z'),
  action: 'lead.settle',
  who: { kind: 'os_user', id: 'ann' },
  from: { kind: 'cli', host: 'desk' },
  on: { kind: 'lead', ids: ['3f0c'] },
  ...over,
});

/** A sound log of so many entries. */
export function testLog(length: number, keyedHash = testHash): AuditEntry[] {
  const entries: AuditEntry[] = [];
  for (let i = 0; i < length; i += 1)
    entries.push(
      sealEntry(testIntent({ facts: { i } }), entries.at(-1) ?? null, { nonce: `n${i}`, keyedHash }),
    );
  return entries;
}

/** The entries as a database has them, each under its own number. */
export const stored = (entries: readonly AuditEntry[]): StoredAudit[] =>
  entries.map((entry) => ({ id: entry.number, entry: { ...entry } }));

/** What the verifier finds, each as `kind first-last`. */
export function verified(
  documents: readonly StoredAudit[],
  anchors: readonly AuditAnchor[] = [],
  keyedHash = testHash,
): string[] {
  const faults: AuditFault[] = [];
  const verifier = createAuditVerifier({ keyedHash, anchors, onFault: (fault) => faults.push(fault) });
  documents.forEach((document) => {
    verifier.add(document);
  });
  verifier.end();
  return faults.map(({ kind, first, last }) => `${kind} ${first}-${last}`);
}
