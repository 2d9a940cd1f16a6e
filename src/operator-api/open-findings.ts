import { createEndpointReader } from '../app/alerts/read-endpoints.js';
import {
  createFindingsReader,
  type FindingsPorts,
  type FindingsReader,
} from '../app/alerts/read-findings.js';
import { createAnswerDaysReader } from '../app/traffic/answer-days.js';
import type { Alert } from '../core/alerts/alert.js';
import type { Sightings } from '../core/alerts/apply-rules.js';
import { readLockedLeads } from '../platform/mongo/alerts/locked-leads.js';
import { countUnknownLeads } from '../platform/mongo/alerts/unknown-leads.js';
import { guardMongo, guardOutages } from '../platform/process/outage.js';
import type { Platform } from '../platform/process/platform.js';
import { createHourlyCounts } from '../platform/redis/alerts/hourly-counts.js';
import { readBrokenGates } from '../platform/redis/destination-gate/read-gate.js';
import { createLedgerView } from '../platform/redis/ledger/read-uses.js';

/** Wires what needs somebody now to a platform. */
export function openFindings(platform: Platform, clock: () => Date): FindingsReader {
  const { connection, redis, settings, catalogue, queues, board, log, stores } = platform;
  const { overview, auditReader: audit, outbox, notices, stages, alerts, reports, rollups } = stores;
  const { redisPrefix } = settings;
  const inRedis = <T extends object>(store: T): T => guardOutages('Redis', store);
  const ports: FindingsPorts = {
    answers: createAnswerDaysReader({ reports, rollups, catalogue, clock }),
    ...{ catalogue, queues, board, log, clock },
    ...{ overview, rollups, audit, outbox, notices, stages },
    sources: {
      ...guardMongo({
        unknownLeads: (by: Date) => countUnknownLeads(connection, by),
        lockedLeads: (now: Date) => readLockedLeads(connection, now),
      }),
      ...inRedis({ brokenGates: () => readBrokenGates(redis, redisPrefix) }),
      ...inRedis(createLedgerView(redis, redisPrefix)),
    },
    hourly: inRedis(createHourlyCounts(redis, redisPrefix)),
    endpoints: createEndpointReader(stores, catalogue, clock),
  };
  return createFindingsReader(ports, async () => firing(await alerts.open()));
}

/** Since when alerts fire. What is gone by now and comes again has begun anew. */
const firing = (alerts: readonly Alert[]): Sightings =>
  new Map(
    alerts.flatMap(({ id, state, gone_since, since }) =>
      state === 'firing' && !gone_since ? [[id, since] as const] : [],
    ),
  );
