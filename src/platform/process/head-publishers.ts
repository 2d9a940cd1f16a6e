import { mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { headLine, type PublishedHead } from '../../core/consent/consent-chain.js';
import type { HttpClient } from '../outbound/http-client.js';
import { sentBy } from '../outbound/sent-by.js';
import type { EvidenceSettings } from './evidence-settings.js';
import { writeSynced } from './write-synced.js';

const TIMEOUT_MS = 10_000;

/**
 * Where the heads of the chain of consents are written beside the log. Writing one twice does no harm; a head that another
 * place lacks comes again, and this process has written it here already.
 */
export function headPublishers(
  { consentHeadsDir: dir, consentHeadsUrl: url }: EvidenceSettings,
  client: Pick<HttpClient, 'send'>,
): ((head: PublishedHead) => Promise<void>)[] {
  return [
    ...(dir === undefined ? [] : [once((head) => writeFile(dir, head))]),
    ...(url === undefined ? [] : [once((head) => post(client, url, head))]),
  ];
}

function once(write: (head: PublishedHead) => Promise<void>): (head: PublishedHead) => Promise<void> {
  const written = new Set<string>();
  return async (head) => {
    const line = headLine(head);
    if (written.has(line)) return;
    await write(head);
    written.add(line);
  };
}

/** The file is there in whole or not at all. */
async function writeFile(dir: string, head: PublishedHead): Promise<void> {
  await mkdir(dir, { recursive: true });
  const path = join(dir, `${head.day}.txt`);
  await writeSynced(`${path}.new`, `${headLine(head)}\n`, 'w', 0o644);
  await rename(`${path}.new`, path);
}

async function post(client: Pick<HttpClient, 'send'>, url: string, head: PublishedHead): Promise<void> {
  const request = {
    ...({ method: 'POST', url, timeoutMs: TIMEOUT_MS } as const),
    headers: { 'content-type': 'application/json', 'user-agent': 'Leadkeep' },
    body: JSON.stringify({ event: 'consent.head', ...head }),
  };
  const outcome = await client.send(request, { insecureHttp: false, freshConnection: false });
  const sent = sentBy(outcome, new Date());
  if (!sent.ok) throw new Error(`CONSENT_HEADS_URL: ${sent.detail}`);
}
