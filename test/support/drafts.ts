import type { Draft } from '../../src/core/drafts/draft.js';

const AT = new Date('2026-11-22T12:00:00Z');
const BY = { kind: 'person', id: 'ana', name: 'Ana' } as const;

export const testDraft = (over: Partial<Draft> = {}): Draft => ({
  ...{ id: '50000000-0000-4000-8000-000000000002', title: 'More a day', state: 'draft', revision: 1 },
  ...{ base_version: 1, created_at: AT, changed: { at: AT, by: BY }, authors: [BY] },
  files: [{ name: 'a.yaml', text: 'version: 1' }],
  ...over,
});
