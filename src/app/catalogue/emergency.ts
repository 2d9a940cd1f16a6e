import type { CatalogueDocument } from '../../core/catalogue/document.js';
import { asksFourEyes } from '../../core/drafts/four-eyes.js';
import { ActRefused } from '../act-refused.js';
import { audited, type AuditPorts } from '../audit/audited.js';

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
    throw new ActRefused('conflict', `The catalogue asks for four eyes: ${instead}`);
}

/** Runs a change. An emergency has an entry of its own in the audit log, which the alerts look for. */
export const asEmergency = <T>(
  audit: AuditPorts,
  emergency: Emergency | undefined,
  subject: string,
  run: () => Promise<T>,
): Promise<T> =>
  emergency
    ? audited(
        audit,
        { action: 'catalogue.emergency', on: { kind: 'catalogue', ids: [subject] }, why: emergency.why },
        run,
      )
    : run();
