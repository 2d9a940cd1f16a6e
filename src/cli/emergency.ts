import type { Emergency } from '../app/catalogue/emergency.js';
import { CliError } from './cli-error.js';

export interface EmergencyOptions {
  readonly emergency?: boolean;
  readonly why?: string;
}

export const EMERGENCY_HELP = 'skip the second person that the catalogue requires; this raises an alert';

/** The emergency of these options, if they name one. Throws a CliError if only one of the two is given. */
export function emergencyOf({ emergency, why }: EmergencyOptions): Emergency | undefined {
  if (emergency === true && why === undefined)
    throw new CliError('With --emergency, give the reason: --why "…"');
  if (emergency !== true && why !== undefined) throw new CliError('--why goes with --emergency');
  return why === undefined ? undefined : { why };
}
