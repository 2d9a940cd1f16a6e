import { expect } from 'chai';
import { replayMessages } from '../../../src/app/webhooks/act-on-webhooks.js';
import type { OutboxMessage } from '../../../src/core/outbox/outbox-message.js';
import { MAX_SUBJECTS, type AuditDraft } from '../../../src/core/audit/audit-entry.js';

const NOW = new Date('2026-11-20T12:00:00Z');

/** So many ended messages, of which the store finds those that are still there. */
function replaying(count: number, isThere: (id: string) => boolean = () => true, refuseAt = Infinity) {
  const entries: AuditDraft[] = [];
  const sent: string[] = [];
  const found = Array.from({ length: count }, (_, n) => ({ id: `m${n}`, lane: 'a', state: 'parked' }));
  const ports = {
    messages: {
      replay: (ids: readonly string[]) => {
        const replayed = found.filter(({ id }) => ids.includes(id) && isThere(id));
        sent.push(...replayed.map(({ id }) => id));
        return Promise.resolve(replayed);
      },
    },
  } as unknown as Parameters<typeof replayMessages>[0];
  const audit = {
    auditLog: {
      append: (entry: AuditDraft) =>
        entries.length >= refuseAt
          ? Promise.reject(new Error('refused'))
          : Promise.resolve(entries.push(entry)),
    },
    clock: () => NOW,
    who: { kind: 'person', id: 'ann' },
    from: { kind: 'console', host: 'desk' },
    onMissingOutcome: () => undefined,
  } as const;
  const run = replayMessages(ports, audit, found as unknown as OutboxMessage[]);
  return { run, entries, sent };
}

describe('a replay of webhook messages', () => {
  it('names every message in the audit log, in batches', async () => {
    const { run, entries, sent } = replaying(1_000);
    expect(await run).to.equal(1_000);
    const named = entries.flatMap((entry) => (entry.phase === 'intent' ? [entry.on?.ids ?? []] : []));
    expect(named.map(({ length }) => length)).to.deep.equal([MAX_SUBJECTS, 1_000 - MAX_SUBJECTS]);
    expect(named.flat()).to.deep.equal(sent);
  });

  it('counts what was replayed, and is `nothing` where nothing was', async () => {
    const { run, entries } = replaying(700, (id) => Number(id.slice(1)) < 400);
    expect(await run).to.equal(400);
    const ends = entries.flatMap((entry) => (entry.phase === 'outcome' ? [[entry.result, entry.facts]] : []));
    expect(ends).to.deep.equal([
      ['done', { replayed: 400 }],
      ['nothing', { replayed: 0 }],
    ]);
  });

  it('sends nothing of a batch that the log does not take', async () => {
    const { run, sent } = replaying(700, undefined, 2);
    expect(await run.catch((error: unknown) => error)).to.be.an('error');
    expect(sent).to.have.length(MAX_SUBJECTS);
  });
});
