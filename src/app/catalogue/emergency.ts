import type { CatalogueDocument } from '../../core/catalogue/document.js';
import { asksFourEyes } from '../../core/drafts/four-eyes.js';
import { ActRefused } from '../act-refused.js';
import { audited, type AuditPorts, type Ended } from '../audit/audited.js';
import type { Changed } from './change-catalogue.js';

/** A change without the four eyes that the catalogue asks for. */
export interface Emergency {
  readonly why: string;
}

/** Throws ActRefused if the catalogue asks for four eyes, and this is neither a draft nor an emergency. */
export function refuseTwoEyes(
  document: CatalogueDocument | undefined,
  emergency: Emergency | undefined,
  instead: string,
): void {
  if (asksFourEyes(document) && !emergency)
    throw new ActRefused('conflict', `Changes need a second person: ${instead}`);
}

/**
 * Runs a change. An emergency has an entry of its own in the audit log, which the alerts look for. Its outcome says
 * whether anything was changed.
 */
export const asEmergency = (
  audit: AuditPorts,
  emergency: Emergency | undefined,
  subject: string,
  run: () => Promise<Changed>,
): Promise<Changed> =>
  emergency
    ? audited(
        audit,
        { action: 'catalogue.emergency', on: { kind: 'catalogue', ids: [subject] }, why: emergency.why },
        run,
        endOf,
      )
    : run();

function endOf({ outcome }: Changed): Ended {
  if (outcome === 'changed') return { result: 'done' };
  if (outcome === 'unchanged') return { result: 'nothing' };
  return { result: 'refused', facts: { why: outcome } };
}
