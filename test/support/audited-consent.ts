import type { Connection } from 'mongoose';
import { keepEvidence } from '../../src/app/consent/keep-evidence.js';
import { oweNotices } from '../../src/app/notices/owe-notices.js';
import { EMPTY_CATALOGUE } from '../../src/core/catalogue/types.js';
import { createNoticeStore } from '../../src/platform/mongo/notices/notice-store.js';
import { createConsentStore } from '../../src/platform/mongo/consent/consent-store.js';
import { sealerOf } from '../../src/platform/mongo/sealing/keyed-sealer.js';
import { CATALOGUE, unknownLead, type AuditedRow } from './audited-world.js';

const LEAD = unknownLead();
const NOTICE = { id: '' };

/** As if a sweeper had kept the evidence of a lead. */
async function keep(connection: Connection): Promise<void> {
  const ports = {
    leads: { forgotten: () => Promise.resolve(new Set<string>()) },
    searches: { partnersOf: () => Promise.resolve(new Map()) },
    consents: createConsentStore(connection),
    sealer: sealerOf(connection),
    clock: () => new Date(),
  };
  await keepEvidence(ports, [LEAD]);
  const notices = createNoticeStore(connection);
  const catalogue = { current: () => EMPTY_CATALOGUE };
  const about = { event: 'revocation', at: new Date() } as const;
  await oweNotices({ ...ports, notices, catalogue }, LEAD, about);
  const [owed] = await notices.list({ limit: 1 });
  if (!owed) throw new Error('no buyer has the lead');
  NOTICE.id = owed.id;
  const attempt = { at: new Date(), duration_ms: 0, ok: false, detail: 'no address' };
  await notices.failed({ ...owed, content: owed.content }, attempt, undefined);
}

/** The commands about consents, in an order in which each finds what it needs. */
export const consentRows = (
  file: (name: string, ...lines: string[]) => string,
  connection: () => Promise<Connection>,
): readonly AuditedRow[] => [
  [
    ...(['apply', 'catalogue.apply', () => [file('plain.yaml', CATALOGUE), '--overwrite', '7']] as const),
    async () => keep(await connection()),
  ],
  ['consent prove', 'consent.prove', () => [LEAD.id, '--reason', 'A letter of their lawyer']],
  ['consent verify', 'reads', () => []],
  ['retention status', 'reads', () => []],
  ['person export', 'person.export', () => ['--email', 'bob@example.com', '--case', 'C-7']],
  ['person erase', 'lead.find', () => ['--phone', '+1 415 555 0199', '--case', 'C-7']],
  ['person erase', 'person.erase', () => ['--phone', '+1 415 555 0199', '--case', 'C-7', '--yes']],
  ['person certificate', 'reads', () => ['--case', 'C-7']],
  ['person journal-status', 'reads', () => []],
  ['person notices', 'reads', () => []],
  ['person tell-again', 'notice.again', () => [NOTICE.id]],
  ['person told', 'notice.told', () => [NOTICE.id]],
  ['person replay-journal', 'person.replay_journal', () => []],
  ['person replay-journal', 'person.replay_journal', () => ['--lost']],
];
