import type { FindingsReader } from '../app/alerts/read-findings.js';
import { createBoard } from '../app/now/board.js';
import { createSharedRead, type SharedRead } from '../app/now/shared-read.js';
import type { AuditLog } from '../app/ports/audit-log.js';
import type { RefusalMemory } from '../app/reports/count-up-to-now.js';
import { readSent, type Sent } from '../app/traffic/read-affiliates.js';
import { createTrafficReading } from '../app/traffic/traffic-reading.js';
import { inFlight } from '../platform/mongo/in-flight.js';
import { createMoneyOfDays } from '../platform/mongo/money/money-of-days.js';
import { createAttentionStore } from '../platform/mongo/now/attention-store.js';
import { guardMongo, guardOutages } from '../platform/process/outage.js';
import type { Platform } from '../platform/process/platform.js';
import { readGates } from '../platform/redis/destination-gate/read-gate.js';
import { createLedgerView } from '../platform/redis/ledger/read-uses.js';
import type { Stores } from './open-stores.js';
import type { ScreenPorts } from './screen-ports.js';

interface Own {
  readonly clock: () => Date;
  readonly findings: FindingsReader;
  readonly auditLog: Pick<AuditLog, 'hashSearched'>;
}

/** What affiliates sent takes some hundred milliseconds to add up. */
const SENT_MAX_AGE_MS = 15_000;

/** Wires what the screens read to a platform. */
export function openScreens(
  platform: Platform,
  stores: Stores,
  { clock, findings, auditLog }: Own,
): ScreenPorts {
  const { connection, redis, settings, catalogue, reports, rollups, identities, refusedCalls } = platform;
  const { redisPrefix, identitySecret } = settings;
  const { overview, alerts, auditReader } = stores;
  const inRedis = <T extends object>(store: T): T => guardOutages('Redis', store);
  const counts = { reports, rollups, clock };
  const gates = {
    ...inRedis({
      destinationGates: (ids: readonly string[], now: Date) => readGates(redis, redisPrefix, ids, now),
    }),
    ...guardMongo({ inFlight: (now: Date) => inFlight(connection, now) }),
  };
  const ledgerView = inRedis(createLedgerView(redis, redisPrefix));
  const sent = new Map<number, SharedRead<Sent>>();
  const shareSent = (days: number): SharedRead<Sent> => {
    const memory: RefusalMemory = {};
    const read = (now: Date) => readSent({ ...counts, catalogue, refusedCalls }, memory, days, now);
    return createSharedRead(read, SENT_MAX_AGE_MS, clock);
  };
  return {
    board: createBoard({
      ...counts,
      ...{ catalogue, findings, alerts },
      money: guardMongo(createMoneyOfDays(connection)),
      attention: guardMongo(createAttentionStore(connection)),
    }),
    find: {
      ...{ leads: platform.leads, searches: platform.searches, overview, refusedCalls, clock },
      hashSearched: (kind, value) => auditLog.hashSearched(kind, value),
      ...(identitySecret !== undefined && { hashes: identities }),
    },
    traffic: {
      ...counts,
      ...{ catalogue, overview },
      traffic: createTrafficReading({ ...counts, catalogue, gates, ledgerView }),
    },
    sent(days) {
      const known = sent.get(days) ?? shareSent(days);
      sent.set(days, known);
      return known.get();
    },
    ...{ refusedCalls, auditReader },
    staffNames: {
      async namesOf(ids: readonly string[]) {
        const [keys, people] = await Promise.all([stores.operatorKeys.list(), stores.people.list()]);
        const staff: readonly { readonly id: string; readonly name: string }[] = [...keys, ...people];
        return new Map(staff.filter(({ id }) => ids.includes(id)).map(({ id, name }) => [id, name] as const));
      },
    },
  };
}
