import { SimpleGrid, Text } from '@mantine/core';
import { formatCents, formatCount, formatShare } from '../../words/format';
import type { NowBoard } from './now-screen';

interface Figure {
  readonly name: string;
  readonly now: string;
  readonly before: string;
  /** Relative change; null if there is nothing to compare with. */
  readonly change: number | null;
}

const changeOf = (now: number | null, before: number | null): number | null =>
  now === null || before === null || before === 0 ? null : (now - before) / before;

function figuresOf({ today, last_week: before, currency }: NowBoard): readonly Figure[] {
  const count = (name: string, of: 'searches' | 'submits' | 'accepted'): Figure => ({
    name,
    now: formatCount(today[of]),
    before: formatCount(before[of]),
    change: changeOf(today[of], before[of]),
  });
  const money = (name: string, of: 'revenue_cents' | 'margin_cents'): Figure => ({
    name,
    now: formatCents(today[of], currency),
    before: formatCents(before[of], currency),
    change: changeOf(today[of], before[of]),
  });
  return [
    count('Searches', 'searches'),
    count('Submits', 'submits'),
    {
      name: 'Accept rate',
      now: formatShare(today.accept_rate),
      before: formatShare(before.accept_rate),
      change: changeOf(today.accept_rate, before.accept_rate),
    },
    money('Revenue', 'revenue_cents'),
    money('Margin', 'margin_cents'),
  ];
}

/** Today beside the same hours of the same day of last week. */
export const Today = ({ board }: { readonly board: NowBoard }) => (
  <SimpleGrid cols={{ base: 2, xs: 3, lg: 5 }} spacing="sm" component="section" aria-label="Today">
    {figuresOf(board).map((figure) => (
      <FigureTile key={figure.name} figure={figure} />
    ))}
  </SimpleGrid>
);

const SLIGHT = 0.005;

function FigureTile({ figure: { name, now, before, change } }: { readonly figure: Figure }) {
  const arrow = change === null || Math.abs(change) < SLIGHT ? '' : change > 0 ? '+' : '−';
  const tone =
    change === null || Math.abs(change) < SLIGHT ? 'dimmed' : change > 0 ? 'var(--good-fg)' : 'var(--bad-fg)';
  return (
    <div className="panel tile">
      <Text size="xs" c="dimmed" fw={550}>
        {name} today
      </Text>
      <Text fz="1.45rem" fw={650} className="tabular" lh={1.3}>
        {now}
      </Text>
      <Text size="xs" className="tabular">
        {change !== null && (
          <Text span inherit c={tone} fw={600}>
            {arrow}
            {formatShare(Math.abs(change))}{' '}
          </Text>
        )}
        <Text span inherit c="dimmed">
          last week {before}
        </Text>
      </Text>
    </div>
  );
}
