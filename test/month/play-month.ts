import type { Connection } from 'mongoose';
import { play, type Played } from './play.js';
import { proveBooks, type Proved } from './proof/prove-books.js';
import { openStage, type Stage } from './stage/open-stage.js';
import { PLAYED_MONTH } from './story/calendar.js';
import { tellMonth, type MonthOptions } from './story/tell-month.js';

/** Plays a month on an empty database, and proves its books. */
export async function playMonth(
  connection: Connection,
  options: MonthOptions,
  onSlot?: (leads: number) => void,
): Promise<Proved & { readonly played: Played; readonly stage: Stage }> {
  const stage = await openStage(connection, { begin: PLAYED_MONTH.begin });
  const played = await play(tellMonth(options), stage, { end: PLAYED_MONTH.end, ...(onSlot && { onSlot }) });
  return { ...(await proveBooks(stage, played)), played, stage };
}
