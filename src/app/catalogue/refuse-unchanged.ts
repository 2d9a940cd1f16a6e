import type { Books } from '../../core/catalogue/types.js';
import { ActRefused } from '../act-refused.js';
import type { Changed } from './change-catalogue.js';

/** The version that a change made. Throws ActRefused if it made none. */
export function refuseUnchanged(changed: Changed): number {
  switch (changed.outcome) {
    case 'changed':
      return changed.version;
    case 'unchanged':
      throw new ActRefused('conflict', `It changes nothing: version ${changed.version} stays active`);
    case 'conflict':
      throw new ActRefused(
        'conflict',
        `Version ${changed.version} has come into force in the meantime, so yours was not applied: compare them first`,
      );
    case 'declined':
      throw new ActRefused('conflict', 'Nothing was changed');
    case 'fixed_books':
      throw new ActRefused(
        'conflict',
        `The books can't change from ${named(changed.from)} to ${named(changed.to)}, because ${changed.why}; nothing was changed`,
      );
    case 'clash':
      throw new ActRefused(
        'conflict',
        `Ids of ${changed.clashes.map(({ kind, handle }) => `${kind} ${handle}`).join(', ')} differ from the active ones; nothing was changed`,
      );
  }
}

const named = ({ currency, time_zone }: Books): string => `${currency} in ${time_zone}`;
