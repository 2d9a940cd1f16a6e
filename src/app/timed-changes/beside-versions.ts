import type { CatalogueDocument } from '../../core/catalogue/document.js';
import { namesOf } from '../../core/catalogue/names-of.js';
import { SWITCHES } from '../../core/catalogue/switch-entry.js';
import { capIn, describeChange, isAllowed, ownerOf, valueIn } from '../../core/timed-changes/describe.js';
import type { TimedChange } from '../../core/timed-changes/timed-change.js';
import type { BeforeAndAfter } from '../catalogue/change-catalogue.js';
import type { TimedChangeStore } from '../ports/timed-changes.js';

interface Ports {
  readonly timedChanges: Pick<TimedChangeStore, 'toCome' | 'end'>;
  readonly clock: () => Date;
}

/**
 * Names each timed change of whose field a new version says something else: the change stays, and only what it returns to is
 * another value. If its entry goes, it ends.
 */
export async function timedWarnings(
  { timedChanges, clock }: Ports,
  { before, after }: BeforeAndAfter,
): Promise<string[]> {
  const now = clock();
  return (await timedChanges.toCome(now)).flatMap((change) => {
    const [was, will] = [valueIn(before, change), valueIn(after, change)];
    const said = `${describeChange(change, before, now).sentence.slice(0, -1)} (timed change ${change.id})`;
    const narrowed = narrowedRange(change, before, after);
    if (narrowed)
      return `${said}, though the range would be ${narrowed.join(' to ')}: end it if that is too much`;
    if (was === will || was === undefined) return [];
    if (will === undefined) return `${said}, which would end now`;
    if (change.what !== 'pause') return `${said}, and would have ${will} after that`;
    return will === SWITCHES[change.kind].resume
      ? `${said}, and would be ${will} after that`
      : `${said}: it would be ${will} without an end, so leads that wait would be rejected (OFFER_UNAVAILABLE)`;
  });
}

/** The range of a limit's cap, if this version narrows it so that the limit is no longer inside. */
function narrowedRange(
  change: TimedChange,
  before: CatalogueDocument,
  after: CatalogueDocument,
): readonly [number, number] | undefined {
  if (change.what !== 'limit') return undefined;
  const { value } = change;
  const will = capIn(after, change)?.limit_range;
  return isAllowed(capIn(before, change)?.limit_range, value) && !isAllowed(will, value) ? will : undefined;
}

/** Ends the changes of what this version has retired or removed, so that they do not come back with it. */
export async function endRetired(
  { timedChanges, clock }: Ports,
  document: CatalogueDocument,
  { by, version }: { readonly by: string; readonly version: number },
): Promise<void> {
  const at = clock();
  for (const change of await timedChanges.toCome(at))
    if (valueIn(document, change) === undefined)
      await timedChanges.end(change.id, {
        at,
        by,
        why: `version ${version} has no ${change.what === 'limit' ? 'such cap' : ownerOf(change, namesOf(document))}`,
      });
}
