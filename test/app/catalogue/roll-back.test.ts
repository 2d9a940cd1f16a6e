import { expect } from 'chai';
import type { ApplyPorts } from '../../../src/app/catalogue/apply-catalogue.js';
import { rollBack } from '../../../src/app/catalogue/roll-back.js';
import type { AuditPorts } from '../../../src/app/audit/audited.js';
import type { CatalogueStore } from '../../../src/app/ports/catalogue-store.js';
import type { CatalogueDocument } from '../../../src/core/catalogue/document.js';
import { memoryTimedChanges } from '../../support/fakes/memory-timed-changes.js';
import { document } from '../../core/catalogue/documents.js';

const AT = new Date('2026-11-26T12:00:00Z');
const DAY_MS = 86_400_000;
const ALERTS = { thresholds: { partner_faults: 3 }, channels: [] };
const SHORT = { sold_leads: DAY_MS };

const audit: AuditPorts = {
  auditLog: { append: () => Promise.resolve(1) },
  clock: () => AT,
  who: { kind: 'os_user', id: 'ann' },
  from: { kind: 'cli', host: 'desk' },
  onMissingOutcome: () => undefined,
};

/** Rolls the newest of these versions back to the first one. */
async function back(...versions: readonly CatalogueDocument[]) {
  const stored = [...versions];
  const read = (version: number) => {
    const found = stored[version - 1];
    return Promise.resolve(
      found ? { version, at: AT, by: 'ann', how: 'apply' as const, document: found } : null,
    );
  };
  const catalogue: Pick<CatalogueStore, 'current' | 'read' | 'files' | 'append' | 'lastSwitch'> = {
    current: () => read(stored.length),
    read,
    files: () => Promise.resolve(undefined),
    append: (next) => Promise.resolve(stored.push(next.document) > 0),
    lastSwitch: () => Promise.resolve(null),
  };
  const ports = { catalogue, timedChanges: memoryTimedChanges(), clock: () => AT };
  const warnings: string[] = [];
  const changed = await rollBack(ports as unknown as ApplyPorts, audit, {
    ...{ version: 1, note: { at: AT, by: 'ann' }, dryRun: false, emergency: { why: 'They are gone' } },
    onNotice: (notice) => void warnings.push(...notice.warnings),
  });
  return { outcome: changed.outcome, after: stored.at(-1), warnings };
}

describe('rollBack', () => {
  it('brings back the terms of a version that names none', async () => {
    const { outcome, after, warnings } = await back(document(), document({ retention: SHORT }));
    expect({ outcome, retention: after?.retention }).to.deep.equal({ outcome: 'changed', retention: {} });
    expect(warnings).to.deep.equal([]);
  });

  it('warns of terms that get shorter', async () => {
    const { after, warnings } = await back(document({ retention: SHORT }), document());
    expect(after?.retention).to.deep.equal(SHORT);
    expect(warnings).to.deep.equal([
      'sold_leads would be kept for 1d instead of 400d: what is older is removed within minutes, and nothing brings it back',
    ]);
  });

  it('changes nothing where the terms are the defaults in both', async () => {
    expect((await back(document(), document())).outcome).to.equal('unchanged');
  });

  it('leaves alerts and four eyes that the version does not name', async () => {
    const { after } = await back(document(), document({ alerts: ALERTS, four_eyes: true, retention: SHORT }));
    expect([after?.alerts, after?.four_eyes]).to.deep.equal([ALERTS, true]);
  });
});
