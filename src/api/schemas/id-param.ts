import { notFound } from '../faults.js';
import { isUuid } from '../../core/uuid.js';

/** The id in a path; what is no UUID is the id of nothing. */
export function idParam({ svc_lead_id = '' }: Readonly<Record<string, string>>): string {
  if (!isUuid(svc_lead_id)) throw notFound('svc_lead_id');
  return svc_lead_id.toLowerCase();
}
