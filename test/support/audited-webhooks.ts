import type { Connection } from 'mongoose';
import { CATALOGUE, type AuditedRow } from './audited-world.js';

const [, AFFILIATE = ''] = /affiliates:\n {2}- handle: (\S+)/.exec(CATALOGUE) ?? [];
const HOOK = `webhook:affiliate:${AFFILIATE}`;
/** The catalogue with an affiliate that has a webhook. */
const WITH_WEBHOOK = CATALOGUE.replace(
  `handle: ${AFFILIATE}\n`,
  `handle: ${AFFILIATE}\n    webhook: { url: "https://a.example/hook", secret: "\${secret:HOOK}" }\n`,
);

/** As if a `notify` process had sent what waits. */
async function deliverAll(connection: Connection): Promise<void> {
  const done = { $set: { state: 'delivered', ended_at: new Date() }, $unset: { due_at: 1 as const } };
  await connection.collection('webhook_messages').updateMany({}, done);
}

/** The commands about webhooks, in an order in which each finds what it needs. */
export const webhookRows = (
  file: (name: string, ...lines: string[]) => string,
  connection: () => Promise<Connection>,
): readonly AuditedRow[] => [
  ['apply', 'catalogue.apply', () => [file('webhooks.yaml', WITH_WEBHOOK)]],
  ['webhooks list', 'reads', () => ['--json']],
  ['webhooks test', 'webhook.test', () => [HOOK]],
  ['webhooks show', 'reads', () => [HOOK]],
  ['webhooks pause', 'webhook.pause', () => [HOOK, '--why', 'they move']],
  ['webhooks pause', 'webhook.resume', () => [HOOK, '--end'], async () => deliverAll(await connection())],
  ['webhooks replay', 'webhook.replay', () => [HOOK]],
];
