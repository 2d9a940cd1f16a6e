import type { NewMessage } from '../../core/outbox/outbox-message.js';
import { afterRun, nextRun } from '../../core/saved-views/view-mail.js';
import type { Outbox } from '../ports/outbox.js';
import type { SavedViewStore } from '../ports/saved-view-store.js';

/** What the outbox has of a mail. It is made when it is sent. */
export interface ViewMessage {
  readonly view_id: string;
  readonly run: Date;
}

interface OwePorts {
  readonly savedViews: Pick<SavedViewStore, 'dueMails' | 'advance' | 'endRun'>;
  readonly outbox: Pick<Outbox, 'add'>;
  readonly clock: () => Date;
}

/** A run that nobody could begin for so long, because no console ran, says nothing that anybody waits for. */
const LATE_MS = 12 * 3_600_000;

/**
 * Puts the mails of views that are due into the outbox. A message has the id of its run, and is stored once. So a kill
 * between that and the next run loses nothing. Throws on an outage.
 */
export async function oweViewMails({ savedViews, outbox, clock }: OwePorts): Promise<void> {
  const now = clock();
  for (const { id, mail } of await savedViews.dueMails(now)) {
    if (!mail?.next_at) continue;
    const run = mail.next_at;
    const isLate = now.getTime() - run.getTime() > LATE_MS;
    if (!isLate) await outbox.add([messageOf(id, run)], now);
    const moved = await savedViews.advance(id, run, nextRun(mail, now));
    if (!moved || !isLate) continue;
    const missed = { at: run, ok: false, detail: 'Not sent: no console was running.' };
    await savedViews.endRun(id, afterRun(mail, missed, now));
  }
}

function messageOf(id: string, run: Date): NewMessage {
  const lane = `view:${id}`;
  const content: ViewMessage = { view_id: id, run };
  return {
    ...{ id: `${lane}|${run.toISOString()}`, kind: 'view', lane, subject: lane },
    ...{ order: run.getTime(), content, created_at: run },
  };
}
