import { TOLD_KEPT_MS } from '../../core/person/buyer-notice.js';
import { ActRefused } from '../act-refused.js';
import { audited, type AuditPorts } from '../audit/audited.js';
import type { NoticeRecord, NoticeStore } from '../ports/notice-store.js';

type Notices = Pick<NoticeStore, 'read' | 'toldByHand' | 'again'>;

/** Somebody told the buyer. Throws an ActRefused if there is nothing to tell any more. */
export async function tellByHand(notices: Notices, audit: AuditPorts, id: string, by: string): Promise<void> {
  await openNotice(notices, id);
  const told = { by, at: audit.clock() };
  await audited(audit, { action: 'notice.told', on: { kind: 'notice', ids: [id] } }, async () => {
    if (!(await notices.toldByHand(id, told))) throw refusedFor('The buyer was told already');
  });
}

/** Sends a notice again that was given up, for example after its address was added. Throws an ActRefused. */
export async function tellAgain(notices: Notices, audit: AuditPorts, id: string): Promise<void> {
  const { state } = await openNotice(notices, id);
  if (state === 'waiting') throw refusedFor('It waits to be sent');
  await audited(audit, { action: 'notice.again', on: { kind: 'notice', ids: [id] } }, async () => {
    if (!(await notices.again(id, audit.clock()))) throw refusedFor('It is not given up any more');
  });
}

async function openNotice(notices: Pick<NoticeStore, 'read'>, id: string): Promise<NoticeRecord> {
  const found = await notices.read(id);
  if (!found) throw new ActRefused('unknown', 'There is no such notice', 'id');
  if (found.state === 'delivered') throw refusedFor('The buyer was told already');
  return found;
}

const refusedFor = (why: string): ActRefused => new ActRefused('conflict', why, 'id');

/** Removes hashes whose time is over, and what was told long ago. The sweeper calls it. */
export const forgetTold = (notices: Pick<NoticeStore, 'forgetTold'>, now: Date): Promise<void> =>
  notices.forgetTold(now, new Date(now.getTime() - TOLD_KEPT_MS));
