import { SWITCHES, type SwitchKind } from '../../core/catalogue/switch-entry.js';
import { expecting } from '../../http/described-schema.js';
import { body, dryRun, listOf, name, needed, oneOf, why, type BodyOf } from './kinds.js';

export const SWITCH_KINDS = Object.keys(SWITCHES) as readonly SwitchKind[];
const MAX_ENTRIES = 50;

/** On the command line the reason may be absent. */
export type SwitchBody = Omit<BodyOf<typeof switchBody>, 'why'> & { readonly why?: string };
export const switchBody = body({
  action: needed(oneOf(['pause', 'resume'], 'What to do')),
  entries: needed(
    expecting(
      listOf(
        body({
          kind: needed(oneOf(SWITCH_KINDS, 'The kind of the entry')),
          handle: needed(name('The handle of the entry')),
        }),
      )
        .min(1)
        .max(MAX_ENTRIES),
      `a list of 1 to ${MAX_ENTRIES} entries with kind and handle`,
    ),
  ).description('Offers, buyers and campaigns'),
  why: needed(why("The reason, for the catalogue's history")),
  dry_run: dryRun(),
});
