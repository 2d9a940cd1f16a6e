import { setTimeout as pause } from 'node:timers/promises';
import { noticeSending } from '../../src/app/notices/send-notices.js';
import { createLaneServer, type LaneServer } from '../../src/app/outbox/serve-lanes.js';
import { sealerOf } from '../../src/platform/mongo/sealing/keyed-sealer.js';
import type { Platform } from '../../src/platform/process/platform.js';

/** Tells buyers, on the real services. */
export function noticeServer(platform: Platform): LaneServer {
  const clock = (): Date => new Date();
  const { log, connection, notices, destinations: sender } = platform;
  return createLaneServer(
    { outbox: notices, clock, log, pause, random: Math.random },
    noticeSending({ ...platform, sealer: sealerOf(connection), sender, clock }),
  );
}
