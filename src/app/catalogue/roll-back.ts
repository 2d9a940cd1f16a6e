import { withTerms } from '../../core/retention/retention.js';
import { ActRefused } from '../act-refused.js';
import type { AuditPorts } from '../audit/audited.js';
import { applyCatalogue, type ApplyNotice, type ApplyPorts } from './apply-catalogue.js';
import type { Changed, ChangeNote } from './change-catalogue.js';
import { asEmergency, refuseTwoEyes, type Emergency } from './emergency.js';

interface RollingBack {
  readonly version: number;
  readonly note: Omit<ChangeNote, 'how' | 'subject'>;
  readonly dryRun: boolean;
  /** The version that somebody compared it with: if another one is in force, nothing is changed. */
  readonly base?: number | undefined;
  readonly emergency: Emergency | undefined;
  /** Called before the change, also in a dry run. */
  readonly onNotice: (notice: ApplyNotice) => void;
}

/**
 * Makes an earlier version the newest one. Throws ActRefused if it does not exist. A version that names no terms of
 * retention had the defaults in force, and brings them back. Alerts and four eyes that it does not name stay.
 */
export async function rollBack(
  ports: ApplyPorts,
  audit: AuditPorts,
  { version, note, dryRun, base, emergency, onNotice }: RollingBack,
): Promise<Changed> {
  const earlier = await ports.catalogue.read(version);
  if (!earlier) throw new ActRefused('unknown', `There is no version ${version} of the catalogue`, 'version');
  if (!dryRun)
    refuseTwoEyes(
      (await ports.catalogue.current())?.document,
      emergency,
      'draft that version and let another person apply it, or say why this is an emergency',
    );
  const files = await ports.catalogue.files(version);
  const subject = `to version ${version}`;
  const run = (): Promise<Changed> =>
    applyCatalogue(ports, audit, {
      ...{ document: withTerms(earlier.document), files, dryRun, base },
      note: { ...note, how: 'rollback', subject, ...(files && { files_from: 'edited' as const }) },
      agree: (notice) => {
        onNotice(notice);
        return Promise.resolve(true);
      },
    });
  return dryRun ? run() : asEmergency(audit, emergency, `rollback ${subject}`, run);
}
