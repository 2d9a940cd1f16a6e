import { expect } from 'chai';
import { audited, type Act, type AuditPorts } from '../../../src/app/audit/audited.js';
import { auditedCatalogue } from '../../../src/app/audit/audited-catalogue.js';
import { OutageError } from '../../../src/app/outage.js';
import type { CatalogueStore } from '../../../src/app/ports/catalogue-store.js';
import type { AuditDraft } from '../../../src/core/audit/audit-entry.js';
import { EMPTY_DOCUMENT } from '../../../src/core/catalogue/document.js';

/** A log in memory that goes away before its nth entry. */
function world(awayAt = Infinity) {
  const entries: AuditDraft[] = [];
  const missing: number[] = [];
  const ports: AuditPorts = {
    auditLog: {
      append(draft) {
        if (entries.length + 1 >= awayAt) return Promise.reject(new OutageError('MongoDB', new Error()));
        return Promise.resolve(entries.push(draft));
      },
    },
    clock: () => new Date('2026-11-01T12:00:00Z'),
    who: { kind: 'os_user', id: 'ann' },
    from: { kind: 'cli', host: 'desk' },
    onMissingOutcome: (intent) => missing.push(intent),
  };
  const shown = (): string[] =>
    entries.map((one) => (one.phase === 'intent' ? `intent ${one.action}` : `${one.intent} ${one.result}`));
  return { entries, missing, ports, shown };
}

const ACT: Act = { action: 'lead.settle', on: { kind: 'lead', ids: ['a'] } };

/** Runs it and returns its error, if it throws one. */
const errorOf = (run: Promise<unknown>): Promise<unknown> =>
  run.then(
    () => undefined,
    (error: unknown) => error,
  );

describe('an audited act', () => {
  it('has an entry before it and one after it', async () => {
    const { ports, shown, entries } = world();
    const result = await audited(
      ports,
      { ...ACT, why: 'They called: ann@example.com said yes' },
      () => Promise.resolve(shown().join()),
      (before) => ({ result: 'nothing', facts: { before } }),
    );
    expect(result).to.equal('intent lead.settle');
    expect(shown()).to.deep.equal(['intent lead.settle', '1 nothing']);
    expect(entries[0]).to.deep.include({ who: ports.who, from: ports.from, on: ACT.on });
    expect(JSON.stringify(entries)).to.contain('They called').and.to.not.contain('ann@example.com');
  });

  it('does not happen if the first entry cannot be written', async () => {
    const { ports, shown } = world(1);
    let ran = false;
    const error = await errorOf(audited(ports, ACT, () => Promise.resolve((ran = true))));
    expect([error instanceof OutageError, ran, shown()]).to.deep.equal([true, false, []]);
  });

  it('is not undone if the second entry cannot be written; that is told', async () => {
    const { ports, shown, missing } = world(2);
    expect(await audited(ports, ACT, () => Promise.resolve('done it'))).to.equal('done it');
    expect([shown(), missing]).to.deep.equal([['intent lead.settle'], [1]]);
  });

  it('says how it failed without the words of the error, and throws the error', async () => {
    for (const [error, result, name] of [
      [new TypeError('about ann@example.com'), 'failed', 'TypeError'],
      [new OutageError('MongoDB', new Error()), 'unknown', 'OutageError'],
    ] as const) {
      const { ports, entries } = world();
      expect(await errorOf(audited(ports, ACT, () => Promise.reject(error)))).to.equal(error);
      expect(entries[1]).to.deep.include({ result, facts: { error: name } });
      expect(JSON.stringify(entries)).to.not.contain('ann@');
    }
  });

  it('throws the error of the act also if the second entry cannot be written', async () => {
    const { ports, missing } = world(2);
    const error = new TypeError('no');
    expect(await errorOf(audited(ports, ACT, () => Promise.reject(error)))).to.equal(error);
    expect(missing).to.deep.equal([1]);
  });

  it('names a bounded number of ids', async () => {
    const { ports, shown } = world();
    const ids = Array.from({ length: 501 }, String);
    const error = await errorOf(
      audited(ports, { ...ACT, on: { kind: 'lead', ids } }, () => Promise.resolve()),
    );
    expect([error instanceof RangeError, shown()]).to.deep.equal([true, []]);
  });
});

describe('the audited catalogue', () => {
  const version = {
    ...{ version: 8, at: new Date(), by: 'ann', how: 'apply' as const },
    document: {
      ...EMPTY_DOCUMENT,
      buyers: [
        {
          id: 'b1',
          handle: 'lake',
          status: 'active',
          caps: [{ window: 'day', limit: 20 }],
          headers: { a: 'new' },
        },
      ],
    },
  };
  const former = {
    ...version,
    ...{
      version: 7,
      document: {
        ...EMPTY_DOCUMENT,
        buyers: [
          { ...version.document.buyers[0], caps: [{ window: 'day', limit: 10 }], headers: { a: 'old' } },
        ],
      },
    },
  };
  const storeOf = (isFree: boolean): CatalogueStore =>
    ({
      read: () => Promise.resolve(former),
      append: () => Promise.resolve(isFree),
    }) as unknown as CatalogueStore;

  it('names both versions and what differs; numbers with their values, texts without', async () => {
    const { ports, entries } = world();
    await auditedCatalogue(storeOf(true), ports).append(version as never);
    expect(entries[0]).to.deep.include({
      action: 'catalogue.apply',
      on: { kind: 'catalogue', ids: ['version 8'] },
      before: { version: 7 },
      after: { version: 8, changes: ['buyer lake changed: caps.day.limit 10 → 20, headers.a'] },
    });
    expect(entries[1]).to.deep.include({ result: 'done' });
  });

  it('can be asked for by the entry that is paused, and tells a conflict', async () => {
    const { ports, entries } = world();
    const pause = { ...version, how: 'pause', subject: 'buyer lake' };
    expect(await auditedCatalogue(storeOf(false), ports).append(pause as never)).to.equal(false);
    expect(entries[0]).to.deep.include({
      action: 'catalogue.pause',
      on: { kind: 'catalogue', ids: ['version 8', 'buyer lake'] },
    });
    expect(entries[1]).to.deep.include({ result: 'refused', facts: { why: 'conflict' } });
  });
});
