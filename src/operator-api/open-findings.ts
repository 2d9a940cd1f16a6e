import { createEndpointReader } from '../app/alerts/read-endpoints.js';
import {
  createFindingsReader,
  type FindingsPorts,
  type FindingsReader,
} from '../app/alerts/read-findings.js';
import { createAnswerDaysReader } from '../app/traffic/answer-days.js';
import type { Alert } from '../core/alerts/alert.js';
import type { Sightings } from '../core/alerts/find-all.js';
import { readLockedLeads } from '../platform/mongo/alerts/locked-leads.js';
import { createAlertStore } from '../platform/mongo/alerts/alert-store.js';
import { countUnknownLeads } from '../platform/mongo/alerts/unknown-leads.js';
import { createAuditReader } from '../platform/mongo/audit/audit-reader.js';
import { createNoticeStore } from '../platform/mongo/notices/notice-store.js';
import { createOutbox } from '../platform/mongo/outbox/outbox-store.js';
import { createRollupStore } from '../platform/mongo/reports/rollup-store.js';
import { createLeadOverview } from '../platform/mongo/stores/lead-overview.js';
import { guardMongo, guardOutages } from '../platform/process/outage.js';
import type { Platform } from '../platform/process/platform.js';
import { createHourlyCounts } from '../platform/redis/alerts/hourly-counts.js';
import { readBrokenGates } from '../platform/redis/destination-gate/read-gate.js';
import { createLedgerView } from '../platform/redis/ledger/read-uses.js';
import { openWebhooks } from './open-webhooks.js';

/** Wires what needs somebody now to a platform. */
export function openFindings(platform: Platform, clock: () => Date): FindingsReader {
  const { connection, redis, settings, catalogue, queues, board, log } = platform;
  const { redisPrefix } = settings;
  const inRedis = <T extends object>(store: T): T => guardOutages('Redis', store);
  const rollups = guardMongo(createRollupStore(connection));
  const ports: FindingsPorts = {
    answers: createAnswerDaysReader({ reports: platform.reports, rollups, catalogue, clock }),
    ...{ catalogue, queues, board, log, clock },
    sources: {
      ...guardMongo({
        unknownLeads: (by: Date) => countUnknownLeads(connection, by),
        lockedLeads: (now: Date) => readLockedLeads(connection, now),
      }),
      ...inRedis({ brokenGates: () => readBrokenGates(redis, redisPrefix) }),
      ...inRedis(createLedgerView(redis, redisPrefix)),
    },
    overview: guardMongo(createLeadOverview(connection)),
    rollups,
    hourly: inRedis(createHourlyCounts(redis, redisPrefix)),
    audit: guardMongo(createAuditReader(connection)),
    outbox: guardMongo(createOutbox(connection)),
    notices: guardMongo(createNoticeStore(connection)),
    endpoints: createEndpointReader(openWebhooks(platform), catalogue, clock),
  };
  const alerts = guardMongo(createAlertStore(connection));
  return createFindingsReader(ports, async () => firing(await alerts.open()));
}

/** Since when alerts fire. What is gone by now and comes again has begun anew. */
const firing = (alerts: readonly Alert[]): Sightings =>
  new Map(
    alerts.flatMap(({ id, state, gone_since, since }) =>
      state === 'firing' && !gone_since ? [[id, since] as const] : [],
    ),
  );
