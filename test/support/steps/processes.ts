import type { Call } from '../../../src/api/call.js';
import type { WebPorts } from '../../../src/app/ports/web-ports.js';
import type { Waiters } from '../../../src/app/ports/waiters.js';
import type { IdentityKey } from '../../../src/core/search/search-record.js';
import { runPartnerSearch } from '../../../src/app/search/ask-partner.js';
import { runSearch } from '../../../src/app/search/run.js';
import { runSubmit } from '../../../src/app/submit/run.js';
import type { RunEnd, WorkPorts } from '../../../src/app/ports/work-ports.js';
import { IDS } from '../catalogue.js';
import type { PortsInTime } from './ports-in-time.js';
import type { JobInHand } from './queue-in-time.js';

const SETTINGS = { searchWaitMs: 2_000, searchOpenMs: 45_000, pollAfterMs: 1_000, submitWaitMs: 10_000 };

/** The keys are the identities themselves: nobody is to be protected here. */
const IDENTITIES = {
  keysOf: (forms: readonly { readonly kind: string; readonly hex: string }[]) =>
    forms.map(({ kind, hex }) => ({ kind, key: `${kind} ${hex}` })),
  keyedHash: (text: string) => text,
  firstHash: (text: string) => text,
  hashesOf: (text: string) => [text],
  hashesToFind: (text: string) => [text],
  newestHashOf: (hash: string) => hash,
  same: (one?: string, other?: string) => one === other,
  withCurrentHashes: (identities: readonly IdentityKey[]) => identities,
  keysWithCurrentHashes: (keys: readonly string[]) => keys,
};

/** The ports that search and submit use. */
export function webPortsOn(ports: PortsInTime, waiters: Waiters): WebPorts {
  const { searches, leads, boundKeys, queues, catalogue, clock, newId, consents, sealer } = ports;
  const own = { settings: SETTINGS, identities: IDENTITIES, waiters, processId: 'web-1' };
  const stored = { searches, leads, boundKeys, consents, sealer };
  return { ...own, ...stored, queues, catalogue, clock, newId } as unknown as WebPorts;
}

const silent = () => undefined;
const log = { info: silent, warn: silent, error: silent, child: () => log };

/** A call of the test affiliate that got as far as its handler. */
export function callOf(body: object, now: Date, idempotency_key: string | undefined): Call<never> {
  const key = { affiliate_id: IDS.affiliate, is_test: false };
  const about = {
    body,
    params: {},
    key,
    reading: { loose: false, normalized: [] },
    request_id: 'request-1',
    now,
    log,
  };
  return {
    ...about,
    ...(idempotency_key === undefined ? {} : { idempotency_key }),
  } as unknown as Call<never>;
}

/** What a worker process does with a job. */
export function work(ports: WorkPorts, { job, isFirst }: JobInHand): Promise<RunEnd | undefined> {
  switch (job.name) {
    case 'search':
      return runSearch(ports, job.data).then(() => undefined);
    case 'partner':
      return runPartnerSearch(ports, job.data, isFirst).then(() => undefined);
    case 'submit':
      return runSubmit(ports, job.data, isFirst);
  }
}
