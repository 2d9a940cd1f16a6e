import { setTimeout as pause } from 'node:timers/promises';
import type { SendNoticesPorts } from '../../src/app/notices/send-notices.js';
import type { NoticeStore } from '../../src/app/ports/notice-store.js';
import { createNoticeStore } from '../../src/platform/mongo/notices/notice-store.js';
import { sealerOf } from '../../src/platform/mongo/sealing/keyed-sealer.js';
import { guardMongo } from '../../src/platform/process/outage.js';
import type { Platform } from '../../src/platform/process/platform.js';

/** What buyers are told of revocations and erasures. */
export const noticesOf = ({ connection }: Pick<Platform, 'connection'>): NoticeStore =>
  guardMongo(createNoticeStore(connection));

/** What telling buyers needs, on the real services. */
export const noticePorts = (platform: Platform): SendNoticesPorts => ({
  ...platform,
  notices: noticesOf(platform),
  sealer: sealerOf(platform.connection),
  sender: platform.destinations,
  clock: () => new Date(),
  random: Math.random,
  pause,
});
