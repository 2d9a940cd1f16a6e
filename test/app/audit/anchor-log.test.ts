import { expect } from 'chai';
import { createAnchoring } from '../../../src/app/audit/anchor-log.js';
import { parseAnchorFile } from '../../../src/core/audit/anchor.js';
import type { AuditEntry } from '../../../src/core/audit/audit-entry.js';
import { stored, testLog, verified } from '../../support/audit-entries.js';

describe('anchoring the audit log', () => {
  it('writes the head to the log and the file, and notices a cut or rewritten log', async () => {
    let entries: AuditEntry[] = [];
    let file = '';
    const said: string[] = [];
    const say = (fields: object, message: string): void =>
      void said.push(`${JSON.stringify(fields)} ${message}`);
    const anchor = createAnchoring({
      auditHead: {
        head: () => Promise.resolve(entries.at(-1) ?? null),
        hashOf: (number) => Promise.resolve(entries.find((one) => one.number === number)?.hash ?? null),
      },
      clock: () => new Date('2026-11-01T12:00:00Z'),
      log: { info: say, error: say },
      appendAnchor: (line) => Promise.resolve(void (file += line)),
    });
    await anchor();
    expect([file, said]).to.deep.equal(['', []]);

    const log = testLog(6);
    entries = log.slice(0, 4);
    await anchor();
    entries = log;
    await anchor();
    expect(said.map((line) => line.slice(-16))).to.deep.equal(['audit log anchor', 'audit log anchor']);
    const { anchors } = parseAnchorFile(file);
    expect(anchors.map(({ number }) => number)).to.deep.equal([4, 6]);
    expect(verified(stored(entries), anchors)).to.deep.equal([]);
    expect(verified(stored(log.slice(0, 5)), parseAnchorFile(said.join('\n')).anchors)).to.deep.equal([
      'cut 6-6',
    ]);

    entries = log.slice(0, 5);
    await anchor();
    expect(said[2])
      .to.contain('the audit log was cut or rewritten since this anchor')
      .and.to.contain(log[5]?.hash);
  });
});
