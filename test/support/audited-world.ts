import type { Connection } from 'mongoose';
import { createPeopleStore } from '../../src/platform/mongo/people/people-store.js';
import { createSessionStore } from '../../src/platform/mongo/people/session-store.js';
import { bookedSale, soldLead, soldTo } from './returns.js';
import type { PrivateServices } from './services.js';
import type { Command } from 'commander';
import type { AuditAction } from '../../src/core/audit/actions.js';
import type { CliRun } from '../cli/run-cli.js';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { LeadRecord } from '../../src/core/lead/lead-record.js';
import { derivedId } from '../../src/platform/catalogue-files/defaults.js';
import { testAttempt, testLead, testSentTo } from './records.js';

export const DAY_MS = 86_400_000;
export const ago = (ms: number): Date => new Date(Date.now() - ms);
export const monthAgo = ago(40 * DAY_MS)
  .toISOString()
  .slice(0, 7);
export const thisMonth = new Date().toISOString().slice(0, 7);
const OFFER = derivedId('offer', 'lakeshore-nursing');
export const BUYER = derivedId('buyer', 'lakeshore');
const CAMPAIGN = derivedId('campaign', 'northwind-edu');

const RETURNS = `    time_zone: America/Chicago
    returns: { within: 14d, reasons: [{ code: bad_phone, label: The phone number is wrong }] }`;
const STAGES = `
stages:
  - { code: contacted, label: Contacted, expected_within: 1d }
  - { code: enrolled, label: Enrolled }
`;
export const CATALOGUE =
  readFileSync('examples/minimal.yaml', 'utf8').replace('    time_zone: America/Chicago', RETURNS) + STAGES;

/** The same with somebody who is told of alerts. */
export const WITH_CHANNEL = `${CATALOGUE}alerts: { channels: [{ name: desk, email: [desk@example.com] }] }\n`;
/** Parts of people's data and of keys that the acts of the test are about. */
export const NEVER_LOGGED = ['ann@example', 'Ann', '6085550100', 'Cj0-click', 'svc_', 'op_live'];
export const MUTE = ['breaker_open', '--for', '2h', '--why', 'They know'];

/** The commands of the program, without the groups. */
export const commandsOf = (command: Command, path: readonly string[] = []): string[] =>
  command.commands.flatMap((one) =>
    one.commands.length > 0 ? commandsOf(one, [...path, one.name()]) : [[...path, one.name()].join(' ')],
  );

/** A lead that an operator can settle. */
export const unknownLead = (): LeadRecord => {
  const { due_at: _, ...lead } = testLead({ id: randomUUID(), offer_id: OFFER, campaign_id: CAMPAIGN });
  const at = ago(5 * 3_600_000);
  const attempt = testAttempt({
    number: 1,
    submission: 1,
    at,
    timeout_ms: 10_000,
    outcome: 'unknown' as const,
    sent_to: testSentTo(BUYER),
  });
  return { ...lead, state: 'unknown', received_at: at, attempts: [attempt] };
};
/** A lead that was sold at this moment. */
export const soldAt = (at: Date): LeadRecord =>
  soldLead({
    ...{ offer_id: OFFER, campaign_id: CAMPAIGN, received_at: at },
    decision: soldTo(BUYER, { at }),
  });

/** Somebody who has an account, and is signed in. */
export const PERSON = '00000000-0000-4000-8000-0000000000aa';

export async function storePerson(services: Pick<PrivateServices, 'connection'>): Promise<void> {
  const connection = await services.connection();
  const people = createPeopleStore(connection);
  const provider = { issuer: 'https://login.example', subject: '1' };
  await people.grant({ id: PERSON, name: 'Ann', email: null, roles: ['admin'], provider }, new Date());
  const person = await people.read(PERSON);
  if (person) await createSessionStore(connection).begin(person, {}, new Date());
}

/** The entry of a sale in the books of this month. */
export async function storeSale(connection: Connection, leadId: string): Promise<void> {
  await connection.collection<{ _id: string; [member: string]: unknown }>('entries').insertOne({
    _id: `sale:${leadId}:0`,
    ...{ kind: 'sale', lead_id: leadId, at: new Date(), written_at: new Date(), by: 'buyer' },
    ...{ period: thisMonth, day: `${thisMonth}-01`, affiliate_id: derivedId('affiliate', 'northwind') },
    ...bookedSale({ buyer_id: BUYER }),
    month: thisMonth,
  });
}

/** A call of a command, and what it must leave in the audit log. `reads`: it changes nothing and reveals nobody. */
export type AuditedRow = readonly [
  command: string,
  audited: 'reads' | AuditAction,
  args: () => readonly string[],
  then?: (run: CliRun) => unknown,
];
