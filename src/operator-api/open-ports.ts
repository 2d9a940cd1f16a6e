import { randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';
import type { FindingsReader } from '../app/alerts/read-findings.js';
import type { FindForPorts } from '../app/find/find-for.js';
import { bookAll } from '../app/money/book-adjustments.js';
import { createBoard } from '../app/now/read-now.js';
import { createSharedRead, type SharedRead } from '../app/now/shared-read.js';
import { createTurns } from '../app/operators/turns.js';
import type { AuditLog } from '../app/ports/audit-log.js';
import type { Identities } from '../app/ports/identities.js';
import type { Sealer } from '../app/ports/sealer.js';
import type { StaffNames } from '../app/ports/staff-names.js';
import type { WithTestPostTools } from '../app/ports/test-post-tools.js';
import type { WorkLog } from '../app/ports/work-ports.js';
import type { RefusalMemory } from '../app/reports/count-up-to-now.js';
import { readSent, type Sent } from '../app/traffic/read-affiliates.js';
import { createTrafficReading } from '../app/traffic/traffic-reading.js';
import { createCatalogueFiles } from '../platform/catalogue-files/catalogue-files.js';
import { inFlight } from '../platform/mongo/in-flight.js';
import { newestRecords } from '../platform/mongo/newest-records.js';
import { createStatementPrinter } from '../platform/pdf/statement-printer.js';
import { isSetting } from '../platform/outbound/secret-value.js';
import { createTestPostTools } from '../platform/outbound/test-post-tools.js';
import { consoleAddress } from '../platform/process/console-settings.js';
import { createErasureJournal } from '../platform/process/erasure-journal.js';
import { guardMongo, guardOutages } from '../platform/process/outage.js';
import type { Platform } from '../platform/process/platform.js';
import { noIdentitySecret } from './faults.js';
import { lazily, type Stores } from '../platform/process/stores.js';
import { readGates } from '../platform/redis/destination-gate/read-gate.js';
import { createErasureNumber } from '../platform/redis/erasures.js';
import { createProcessBoard } from '../platform/redis/alerts/process-board.js';
import { createLedgerView } from '../platform/redis/ledger/read-uses.js';

/** What the ports need of a process, or of a command. */
export interface OperatorPlatform extends Pick<Platform, 'catalogue' | 'connection' | 'geo' | 'settings'> {
  readonly stores: Stores;
  readonly redis: Redis;
  readonly sealer: Sealer;
  readonly log: WorkLog;
  /** Undefined without IDENTITY_SECRET. */
  readonly identities: Identities | undefined;
}

interface Own {
  readonly auditLog: AuditLog;
  readonly clock: () => Date;
  /** What needs somebody now. */
  readonly findings: () => FindingsReader;
}

/** All ports that the use cases of the operator API need: every store, and these. Each is opened when it is first used. */
export type OperatorPorts = ReturnType<typeof openOperatorPorts>;

/** A report may hold 200,000 leads at a time. */
const REPORTS_AT_ONCE = 2;
/** Each set of tools has processes of its own. Backtests take two at most, so test posts never wait for those alone. */
const TOOLS_AT_ONCE = 4;
/** What affiliates sent takes some hundred milliseconds to add up. */
const SENT_MAX_AGE_MS = 15_000;

export function openOperatorPorts(platform: OperatorPlatform, { auditLog, clock, findings }: Own) {
  const { catalogue, connection, geo, identities, sealer, stores, log } = platform;
  const inRedis = <T extends object>(open: (redis: Redis, prefix: string) => T): T =>
    guardOutages('Redis', open(platform.redis, platform.settings.redisPrefix));
  const one = lazily({ findings });
  const erasureNumber = () => createErasureNumber(platform.redis, platform.settings.redisPrefix);
  const counts = () => ({ reports: stores.reports, rollups: stores.rollups, clock });
  const makers = {
    ...{ catalogue: () => catalogue, geo: () => geo, sealer: () => sealer },
    isKeyed: () => identities !== undefined,
    /** Throws an ApiFault without IDENTITY_SECRET. */
    identities: (): Identities => identities ?? withoutSecret(),
    ...{ auditLog: () => auditLog, clock: () => clock, newId: () => randomUUID },
    findings: () => one.findings,
    files: createCatalogueFiles,
    isSetting: () => isSetting,
    publicUrl: () => platform.settings.publicUrl,
    /** The processes that run. */
    processes: () => ({
      list: (now: Date) => inRedis(createProcessBoard).list(now),
    }),
    /** Whether there is a mail server. */
    canMail: () => platform.settings.smtpUrl !== undefined,
    /** Where invitation links lead. */
    consoleUrl: () => consoleAddress(platform.settings),
    /** Runs a work that holds much memory, after others of its kind. */
    takeTurn: () => createTurns(REPORTS_AT_ONCE),
    withTools: () => inTurns(createTestPostTools({ env: process.env, outbound: platform.settings, clock })),
    /** The newest leads and searches, for a backtest. */
    newestRecords: () =>
      guardMongo({ newestRecords: (limit: number) => newestRecords(connection, limit) }).newestRecords,
    /** Books what leads and adjustments owe, as the sweeper does. */
    bookPending: () => () => {
      const { books, adjustments, leads } = stores;
      return bookAll({ books, adjustments, leads, catalogue, clock, log });
    },
    /** For how many days after a sale stages are taken. */
    stageDays: () => platform.settings.stageDays,
    reporting: () => ({ catalogue: stores.versions, ...counts() }),
    printStatement: createStatementPrinter,
    statements: () => {
      const { versions, books, periods, entries, leads } = stores;
      return { catalogue: versions, clock, books, periods, entries, leads };
    },
    board: () => {
      const { alerts, money, attention } = stores;
      return createBoard({ ...counts(), catalogue, findings: one.findings, alerts, money, attention });
    },
    finding: (): FindForPorts => {
      const { leads, searches, overview, refusedCalls } = stores;
      return {
        ...{ leads, searches, overview, refusedCalls, clock },
        hashSearched: (kind, value) => auditLog.hashSearched(kind, value),
        ...(identities && { hashes: identities }),
      };
    },
    traffic: () => {
      const gates = {
        ...inRedis((redis, prefix) => ({
          destinationGates: (ids: readonly string[], now: Date) => readGates(redis, prefix, ids, now),
        })),
        ...guardMongo({ inFlight: (now: Date) => inFlight(connection, now) }),
      };
      const ledgerView = inRedis(createLedgerView);
      const traffic = createTrafficReading({ ...counts(), catalogue, gates, ledgerView });
      return { ...counts(), catalogue, overview: stores.overview, traffic };
    },
    /** What affiliates sent in so many days; all viewers share it. */
    sent: () => {
      const known = new Map<number, SharedRead<Sent>>();
      const ports = { ...counts(), catalogue, refusedCalls: stores.refusedCalls };
      return (days: number) => {
        const memory: RefusalMemory = {};
        const read = (now: Date) => readSent(ports, memory, days, now);
        const shared = known.get(days) ?? createSharedRead(read, SENT_MAX_AGE_MS, clock);
        known.set(days, shared);
        return shared.get();
      };
    },
    staffNames: (): StaffNames => ({
      async namesOf(ids) {
        const [keys, people] = await Promise.all([stores.operatorKeys.list(), stores.people.list()]);
        const staff: readonly { readonly id: string; readonly name: string }[] = [...keys, ...people];
        return new Map(staff.filter(({ id }) => ids.includes(id)).map(({ id, name }) => [id, name] as const));
      },
    }),
    /** Undefined: ERASURE_JOURNAL is not set. */
    journal: () => {
      const { erasureJournal } = platform.settings;
      return erasureJournal === undefined ? undefined : createErasureJournal(erasureJournal);
    },
    rememberNumber: () => erasureNumber().remember,
    rememberedNumber: () => erasureNumber().last,
  };
  return lazily(makers, stores);
}

const withoutSecret = (): never => {
  throw noIdentitySecret();
};

/** The same tools, after those who had them before. */
function inTurns(withTools: WithTestPostTools): WithTestPostTools {
  const takeTurn = createTurns(TOOLS_AT_ONCE);
  return (use) => takeTurn(() => withTools(use));
}
