import { setTimeout as pause } from 'node:timers/promises';
import { noticeSending } from '../../src/app/notices/send-notices.js';
import { createLaneServer, type LaneServer } from '../../src/app/outbox/serve-lanes.js';
import type { NoticeStore } from '../../src/app/ports/notice-store.js';
import { createNoticeStore } from '../../src/platform/mongo/notices/notice-store.js';
import { sealerOf } from '../../src/platform/mongo/sealing/keyed-sealer.js';
import { guardMongo } from '../../src/platform/process/outage.js';
import type { Platform } from '../../src/platform/process/platform.js';

/** What buyers are told of revocations and erasures. */
export const noticesOf = ({ connection }: Pick<Platform, 'connection'>): NoticeStore =>
  guardMongo(createNoticeStore(connection));

/** Tells buyers, on the real services. */
export function noticeServer(platform: Platform): LaneServer {
  const clock = (): Date => new Date();
  const { log, connection, destinations: sender } = platform;
  return createLaneServer(
    { outbox: noticesOf(platform), clock, log, pause, random: Math.random },
    noticeSending({ ...platform, sealer: sealerOf(connection), sender, clock }),
  );
}
