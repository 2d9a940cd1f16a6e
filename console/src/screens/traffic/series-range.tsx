import { SegmentedControl } from '@mantine/core';
import { useSearchParams } from 'wouter';

const DAY_MS = 86_400_000;
const RANGES = [
  { value: '1d', label: 'A day', ms: DAY_MS },
  { value: '7d', label: 'A week', ms: 7 * DAY_MS },
  { value: '30d', label: 'A month', ms: 30 * DAY_MS },
];
const MINUTE_MS = 60_000;

/** The time that the charts show, in the address. */
export function useSeriesFrom(now: number): string {
  const [search] = useSearchParams();
  const { ms } = RANGES.find(({ value }) => value === search.get('last')) ?? { ms: 7 * DAY_MS };
  return new Date(Math.floor((now - ms) / MINUTE_MS) * MINUTE_MS).toISOString();
}

export function SeriesRange() {
  const [search, setSearch] = useSearchParams();
  return (
    <SegmentedControl
      size="xs"
      aria-label="Time of the charts"
      data={RANGES.map(({ value, label }) => ({ value, label }))}
      value={search.get('last') ?? '7d'}
      onChange={(last) => {
        setSearch((before) => {
          const after = new URLSearchParams(before);
          after.set('last', last);
          return after;
        });
      }}
    />
  );
}
