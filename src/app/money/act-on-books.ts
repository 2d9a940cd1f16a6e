import { audited, type AuditPorts, type Ended } from '../audit/audited.js';
import { adjust, type Adjusted, type AdjustPorts, type AdjustRequest } from './adjust.js';
import { closeMonth, type ClosedMonth, type ClosePorts, type CloseRequest } from './close-month.js';

const ADJUST_RESULTS = { booked: 'done', owed: 'done', already: 'nothing', refused: 'refused' } as const;

/** Books an adjustment, with entries in the audit log. */
export function adjustBooks(
  ports: AdjustPorts,
  audit: AuditPorts,
  request: AdjustRequest,
): Promise<Adjusted> {
  const { party, cents, reference, why, lead_id } = request;
  return audited(
    audit,
    {
      ...{ action: 'books.adjust', on: { kind: party.kind, ids: [party.id] }, why },
      facts: { cents, reference, ...(lead_id === undefined ? {} : { lead_id }) },
    },
    () => adjust(ports, request),
    ({ outcome }) => ({ result: ADJUST_RESULTS[outcome] }),
  );
}

/** A month that waits takes no more entries already. */
const CLOSE_ENDS: Readonly<Record<ClosedMonth['outcome'], Ended>> = {
  closed: { result: 'done' },
  already: { result: 'nothing' },
  refused: { result: 'refused' },
  waiting: { result: 'done', facts: { state: 'closing' } },
};

/** Closes a month, with entries in the audit log. */
export const closeBooks = (
  ports: ClosePorts,
  audit: AuditPorts,
  request: CloseRequest,
): Promise<ClosedMonth> =>
  audited(
    audit,
    { action: 'period.close', on: { kind: 'month', ids: [request.month] } },
    () => closeMonth(ports, request),
    ({ outcome }) => CLOSE_ENDS[outcome],
  );

/** `3 leads and 1 adjustment are`. */
export function owedText({
  leads,
  adjustments,
}: Extract<ClosedMonth, { outcome: 'waiting' }>['owing']): string {
  const counted = (count: number, what: string): string[] =>
    count === 0 ? [] : [`${count} ${what}${count === 1 ? '' : 's'}`];
  const parts = [...counted(leads, 'lead'), ...counted(adjustments, 'adjustment')];
  return `${parts.join(' and ')} ${leads + adjustments === 1 ? 'is' : 'are'}`;
}
