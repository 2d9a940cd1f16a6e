import { useZone } from '../app/zone';
import { formatAgo, formatExact, formatMoment, zoneName } from '../words/format';

interface TimeParts {
  readonly at: string | null | undefined;
  /** How long ago, in place of the moment. */
  readonly ago?: boolean;
  readonly zone?: string | undefined;
}

/** A moment in the reader's zone, which it names. Its title is exact. */
export function Time({ at, ago = false, zone: given }: TimeParts) {
  const { zone: chosen } = useZone();
  if (at === null || at === undefined) return <>–</>;
  const zone = given ?? chosen;
  return (
    <time dateTime={at} title={formatExact(at, zone)} className="tabular">
      {ago ? formatAgo(at) : `${formatMoment(at, zone)} ${zoneName(at, zone)}`}
    </time>
  );
}
