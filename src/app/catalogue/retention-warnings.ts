import { formatDuration } from '../../core/catalogue/duration.js';
import { RETENTION_NAMES, retentionOf } from '../../core/retention/retention.js';
import type { BeforeAndAfter } from './change-catalogue.js';

/** Warns of terms that get shorter: nothing brings back what they remove. A first catalogue shortens none. */
export function retentionWarnings({ before, after }: BeforeAndAfter): string[] {
  if (before.offers.length === 0) return [];
  const [was, will] = [retentionOf(before), retentionOf(after)];
  return RETENTION_NAMES.filter((name) => will[name] < was[name]).map(
    (name) =>
      `${name} would be kept for ${formatDuration(will[name])} instead of ${formatDuration(was[name])}: ` +
      'what is older is removed within minutes, and nothing brings it back',
  );
}
