import { expect } from 'chai';
import type { Changed } from '../../../src/app/catalogue/change-catalogue.js';
import { asEmergency } from '../../../src/app/catalogue/emergency.js';
import type { AuditDraft } from '../../../src/core/audit/audit-entry.js';

const BOOKS = { currency: 'USD', time_zone: 'UTC' };
const ENDS: readonly (readonly [Changed, object])[] = [
  [{ outcome: 'changed', version: 2, changes: [] }, { result: 'done' }],
  [{ outcome: 'unchanged', version: 1, changes: [] }, { result: 'nothing' }],
  [{ outcome: 'declined' }, { result: 'refused', facts: { why: 'declined' } }],
  [
    { outcome: 'conflict', version: 2 },
    { result: 'refused', facts: { why: 'conflict' } },
  ],
  [
    { outcome: 'clash', clashes: [] },
    { result: 'refused', facts: { why: 'clash' } },
  ],
  [
    { outcome: 'fixed_books', from: BOOKS, to: BOOKS, why: 'there are sales' },
    { result: 'refused', facts: { why: 'fixed_books' } },
  ],
];

/** Runs a change that ends so. Returns what the audit log has then. */
async function logged(changed: Changed, emergency?: { readonly why: string }): Promise<AuditDraft[]> {
  const entries: AuditDraft[] = [];
  const audit = {
    auditLog: { append: (entry: AuditDraft) => Promise.resolve(entries.push(entry)) },
    clock: () => new Date('2026-11-26T12:00:00Z'),
    who: { kind: 'os_user', id: 'ann' },
    from: { kind: 'cli', host: 'desk' },
    onMissingOutcome: () => undefined,
  } as const;
  const result = await asEmergency(audit, emergency, 'files', () => Promise.resolve(changed));
  expect(result).to.equal(changed);
  return entries;
}

describe('a change as an emergency', () => {
  for (const [changed, end] of ENDS)
    it(`that ends as ${changed.outcome} is logged so`, async () => {
      const [intent, outcome, ...more] = await logged(changed, { why: 'They are gone' });
      expect(intent).to.deep.include({
        phase: 'intent',
        action: 'catalogue.emergency',
        why: 'They are gone',
      });
      expect(outcome).to.deep.include({ phase: 'outcome', intent: 1, ...end });
      expect(more).to.deep.equal([]);
    });

  it('has no entry if it is none', async () => {
    expect(await logged({ outcome: 'declined' })).to.deep.equal([]);
  });
});
