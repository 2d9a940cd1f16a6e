import { SENT_NOTICE_KEPT_MS } from '../../core/person/buyer-notice.js';
import { formatTime } from '../../core/format-time.js';
import { ActRefused } from '../act-refused.js';
import { audited, type AuditPorts } from '../audit/audited.js';
import type { NoticeRecord, NoticeStore } from '../ports/notice-store.js';

type Notices = Pick<NoticeStore, 'read' | 'toldByHand' | 'again'>;

/** Somebody told the buyer, and may say so again. Throws an ActRefused if there is nothing to tell any more. */
export async function markNoticeSent(
  notices: Notices,
  audit: AuditPorts,
  id: string,
  by: string,
): Promise<void> {
  const before = await readNotice(notices, id);
  if (before.state === 'delivered' && before.told_by?.by === by) return;
  requireOpen(before);
  const told = { by, at: audit.clock() };
  await audited(audit, { action: 'notice.told', on: { kind: 'notice', ids: [id] } }, async () => {
    if (!(await notices.toldByHand(id, told))) throw toldBefore(await readNotice(notices, id));
  });
}

/** Sends a notice again that was given up, for example after its address was added. Throws an ActRefused. */
export async function resendNotice(notices: Notices, audit: AuditPorts, id: string): Promise<void> {
  const before = await readNotice(notices, id);
  requireOpen(before);
  if (before.state === 'waiting') throw refusedFor('It waits to be sent');
  await audited(audit, { action: 'notice.again', on: { kind: 'notice', ids: [id] } }, async () => {
    if (!(await notices.again(id, audit.clock()))) throw refusedFor('It is not given up any more');
  });
}

async function readNotice(notices: Pick<NoticeStore, 'read'>, id: string): Promise<NoticeRecord> {
  const found = await notices.read(id);
  if (!found) throw new ActRefused('unknown', 'There is no such notice', 'id');
  return found;
}

function requireOpen(notice: NoticeRecord): void {
  if (notice.state === 'delivered') throw toldBefore(notice);
}

const toldBefore = ({ told_by }: NoticeRecord): ActRefused =>
  refusedFor(
    told_by
      ? `The buyer was told already, as ${told_by.by} said at ${formatTime(told_by.at)}`
      : 'The buyer was told already',
  );

const refusedFor = (why: string): ActRefused => new ActRefused('conflict', why, 'id');

/** Removes hashes whose time is over, and what was told long ago. The sweeper calls it. */
export const forgetOld = (notices: Pick<NoticeStore, 'forgetOld'>, now: Date): Promise<void> =>
  notices.forgetOld(now, new Date(now.getTime() - SENT_NOTICE_KEPT_MS));
