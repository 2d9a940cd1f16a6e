import { booksOf } from '../../core/catalogue/books.js';
import type { CatalogueDocument } from '../../core/catalogue/document.js';
import { namesOf } from '../../core/catalogue/names-of.js';
import { SWITCHES } from '../../core/catalogue/switch-entry.js';
import {
  describeChange,
  isAllowed,
  ownerOf,
  rangeIn,
  valueIn,
  valueText,
} from '../../core/timed-changes/describe.js';
import type { ChangeKind, TimedChange } from '../../core/timed-changes/timed-change.js';
import type { BeforeAndAfter } from '../catalogue/change-catalogue.js';
import type { TimedChangeStore } from '../ports/timed-changes.js';

/** What a version may lack though it has the entry. */
const GONE: Partial<Record<ChangeKind, string>> = {
  limit: 'such cap',
  price: 'such price',
  payout: 'such payout',
};

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
    if (change.what !== 'pause')
      return `${said}, and would have ${valueText(change, will, booksOf(after).currency)} after that`;
    return will === SWITCHES[change.kind].resume
      ? `${said}, and would be ${will} after that`
      : `${said}: it would be ${will} without an end, so leads that wait would be rejected (OFFER_UNAVAILABLE)`;
  });
}

/** The range of its value, if this version narrows it so that the value is no longer inside, in words. */
function narrowedRange(
  change: TimedChange,
  before: CatalogueDocument,
  after: CatalogueDocument,
): readonly string[] | undefined {
  if (change.what === 'pause') return undefined;
  const { value } = change;
  const will = rangeIn(after, change);
  return isAllowed(rangeIn(before, change), value) && !isAllowed(will, value)
    ? will?.map((one) => valueText(change, one, booksOf(after).currency))
    : undefined;
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
        why: `version ${version} has no ${GONE[change.what] ?? ownerOf(change, namesOf(document))}`,
      });
}
