import Joi from 'joi';
import type { SwitchedEntry } from '../../app/catalogue/switch-one.js';
import { SWITCHES, type SwitchAction } from '../../core/catalogue/switch-entry.js';
import { expecting } from '../../http/described-schema.js';
import { dryRun, name, oneOf, why } from './kinds.js';

const MAX_ENTRIES = 50;

export interface SwitchBody {
  readonly action: SwitchAction;
  readonly entries: readonly SwitchedEntry[];
  /** Absent on the command line alone. */
  readonly why?: string;
  readonly dry_run: boolean;
}

export const switchBody = Joi.object<SwitchBody>({
  action: oneOf(['pause', 'resume'], 'What to do').required(),
  entries: expecting(
    Joi.array()
      .items(
        Joi.object({
          kind: oneOf(Object.keys(SWITCHES), 'The kind of the entry').required(),
          handle: name('The handle of the entry').required(),
        }),
      )
      .min(1)
      .max(MAX_ENTRIES),
    `a list of 1 to ${MAX_ENTRIES} entries with kind and handle`,
  )
    .description('Offers, buyers and campaigns')
    .required(),
  why: why("The reason, for the catalogue's history").required(),
  dry_run: dryRun(),
});
