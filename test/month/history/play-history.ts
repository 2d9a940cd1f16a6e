import type { Connection } from 'mongoose';
import { createAuditLog } from '../../../src/platform/mongo/audit/audit-log.js';
import { createAuditKey } from '../../../src/platform/secrets/audit-key.js';
import { play, type Played } from '../play.js';
import { openStage, type Stage } from '../stage/open-stage.js';
import { catalogueText } from '../story/catalogue.js';
import { answersOf, type Answers } from './answers.js';
import { calendarUntil, type HistoryCalendar } from './calendar-until.js';
import { capsOf, sceneryOf } from './scenery.js';
import { historyStaff } from './staff.js';
import { tellAffiliates } from './tell-affiliates.js';
import { tellStages } from './tell-stages.js';
import { tellHistory } from './tell-history.js';

interface HistoryOptions {
  readonly leads: number;
  readonly seed?: number;
  readonly now: Date;
  /** Where the sandbox with the buyers will be. */
  readonly sandboxUrl: string;
  readonly identitySecret: string;
  /** Absent: the audit log is kept under the identity secret. */
  readonly auditSecret?: string | undefined;
  /** Is told how many leads came so far. */
  readonly onSlot?: (leads: number) => void;
}

export interface PlayedHistory {
  readonly answers: Answers;
  readonly calendar: HistoryCalendar;
  readonly played: Played;
  readonly stage: Stage;
}

/** Plays the history on an empty database. */
export async function playHistory(connection: Connection, options: HistoryOptions): Promise<PlayedHistory> {
  const { leads, seed = 1, now, sandboxUrl, identitySecret, auditSecret, onSlot } = options;
  const calendar = calendarUntil(now);
  const history = tellHistory({ leads, seed }, calendar);
  const caps = capsOf(history.leads);
  const scenery = sceneryOf(caps, sandboxUrl);
  const stage = await openStage(connection, {
    ...{ begin: calendar.begin, identitySecret },
    catalogue: (chapter) => catalogueText(chapter, scenery),
    staff: historyStaff(createAuditLog(connection, createAuditKey(auditSecret ?? identitySecret))),
  });
  const played = await play(history.slots, stage, { end: calendar.end, ...(onSlot && { onSlot }) });
  const wrong = [...played.storyteller.surprises, ...stage.faults];
  if (wrong.length > 0) throw new Error(`the history did not go as told: ${wrong.slice(0, 5).join('; ')}`);
  await tellAffiliates(connection, stage.current(), now);
  await tellStages(connection, stage.current(), now);
  return { answers: answersOf({ calendar, incidents: history, caps, played }), calendar, played, stage };
}
