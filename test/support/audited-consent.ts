import type { Connection } from 'mongoose';
import { keepEvidence } from '../../src/app/consent/keep-evidence.js';
import { createConsentStore } from '../../src/platform/mongo/consent/consent-store.js';
import { sealerOf } from '../../src/platform/mongo/sealing/keyed-sealer.js';
import { CATALOGUE, unknownLead, type AuditedRow } from './audited-world.js';

const LEAD = unknownLead();

/** As if a sweeper had kept the evidence of a lead. */
async function keep(connection: Connection): Promise<void> {
  const ports = {
    leads: { readMany: () => Promise.resolve([]) },
    searches: { read: () => Promise.resolve(null) },
    consents: createConsentStore(connection),
    sealer: sealerOf(connection),
    clock: () => new Date(),
  };
  await keepEvidence(ports, [LEAD]);
}

/** The commands about consents, in an order in which each finds what it needs. */
export const consentRows = (
  file: (name: string, ...lines: string[]) => string,
  connection: () => Promise<Connection>,
): readonly AuditedRow[] => [
  ['apply', 'catalogue.apply', () => [file('plain.yaml', CATALOGUE)], async () => keep(await connection())],
  ['consent prove', 'consent.prove', () => [LEAD.id, '--reason', 'A letter of their lawyer']],
  ['consent verify', 'reads', () => []],
  ['retention status', 'reads', () => []],
  ['person export', 'person.export', () => ['--email', 'bob@example.com', '--case', 'C-7']],
  ['person erase', 'lead.find', () => ['--phone', '+1 415 555 0199', '--case', 'C-7']],
  ['person erase', 'person.erase', () => ['--phone', '+1 415 555 0199', '--case', 'C-7', '--yes']],
  ['person replay-journal', 'person.replay_journal', () => []],
];
