import { stagesOf } from '../../core/catalogue/stages.js';
import type { LeadRecord } from '../../core/lead/lead-record.js';
import type { WebPorts } from '../ports/web-ports.js';

/** The stages of a lead that the catalogue lets its affiliate know. A single lead's value is never told. */
export async function toldStages(
  { catalogue, stages }: Pick<WebPorts, 'catalogue' | 'stages'>,
  { id, is_test, decision }: LeadRecord,
): Promise<readonly { readonly stage: string; readonly on: string }[]> {
  const current = catalogue.current();
  const buyer = current.buyers.get(decision?.sale?.buyer_id ?? '');
  const told = stagesOf(current, buyer).filter((stage) => stage.tell_affiliate);
  if (!buyer || is_test || told.length === 0) return [];
  const reached = await stages.ofLeads([id]);
  return told.flatMap(({ code }) => {
    const on = reached.find(({ stage }) => stage === code)?.on;
    return on == null ? [] : [{ stage: code, on }];
  });
}
