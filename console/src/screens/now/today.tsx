import { SimpleGrid, Text } from '@mantine/core';
import { Link } from 'wouter';
import { useMay } from '../../app/me';
import { formatCents, formatCount, formatShare } from '../../words/format';
import type { NowBoard } from './now-screen';

interface Figure {
  readonly name: string;
  /** Of the report that the figure opens. */
  readonly measure: string;
  readonly now: string;
  readonly before: string;
  /** How it changed, in words; null if there is too little to compare. */
  readonly change: string | null;
  readonly direction: number;
}

/** The fewest things and cents that are worth a comparison, and the fewest leads of a rate. */
const [LEAST_COUNT, LEAST_CENTS, LEAST_OF_RATE] = [20, 10_000, 20];
const SLIGHT = 0.005;

type Change = Pick<Figure, 'change' | 'direction'>;
const NO_CHANGE: Change = { change: null, direction: 0 };

const signed = (words: string, change: number): Change =>
  Math.abs(change) < SLIGHT
    ? { change: 'the same,', direction: 0 }
    : { change: `${change > 0 ? '+' : '−'}${words}`, direction: Math.sign(change) };

function relative(now: number, before: number, least: number): Change {
  if (before < least) return NO_CHANGE;
  const change = (now - before) / before;
  return signed(formatShare(Math.abs(change)), change);
}

/** A rate changes by points: a share of a share says nothing. */
function points({ today, last_week: before }: NowBoard): Change {
  const [now, then] = [today.accept_rate, before.accept_rate];
  if (now === null || then === null || Math.min(today.submits, before.submits) < LEAST_OF_RATE)
    return NO_CHANGE;
  return signed(`${(Math.abs(now - then) * 100).toFixed(1)} points`, now - then);
}

function figuresOf(board: NowBoard): readonly Figure[] {
  const { today, last_week: before, currency } = board;
  const count = (name: string, of: 'searches' | 'submits' | 'accepted'): Figure => ({
    ...{ name, measure: of },
    now: formatCount(today[of]),
    before: formatCount(before[of]),
    ...relative(today[of], before[of], LEAST_COUNT),
  });
  const money = (name: string, of: 'revenue_cents' | 'margin_cents'): Figure => ({
    ...{ name, measure: of },
    now: formatCents(today[of], currency),
    before: formatCents(before[of], currency),
    ...relative(today[of], before[of], LEAST_CENTS),
  });
  return [
    count('Searches', 'searches'),
    count('Submits', 'submits'),
    count('Accepted', 'accepted'),
    {
      ...{ name: 'Accept rate', measure: 'accept_rate' },
      now: formatShare(today.accept_rate),
      before: formatShare(before.accept_rate),
      ...points(board),
    },
    money('Revenue', 'revenue_cents'),
    money('Margin', 'margin_cents'),
  ];
}

/** Today beside the same hours of the same day of last week. */
export const Today = ({ board }: { readonly board: NowBoard }) => (
  <SimpleGrid cols={{ base: 2, xs: 3, lg: 6 }} spacing="sm" component="section" aria-label="Today">
    {figuresOf(board).map((figure) => (
      <FigureTile key={figure.name} figure={figure} />
    ))}
  </SimpleGrid>
);

function FigureTile({ figure }: { readonly figure: Figure }) {
  const { name, measure, now, before, change, direction } = figure;
  const tone = direction === 0 ? 'dimmed' : direction > 0 ? 'var(--good-fg)' : 'var(--bad-fg)';
  const words = (
    <>
      <Text size="xs" c="dimmed" fw={550}>
        {name} today
      </Text>
      <Text fz="1.45rem" fw={650} className="tabular" lh={1.3}>
        {now}
      </Text>
      <Text size="xs" className="tabular">
        {change !== null && (
          <Text span inherit c={tone} fw={600}>
            {change}{' '}
          </Text>
        )}
        <Text span inherit c="dimmed">
          last week {before}
        </Text>
      </Text>
    </>
  );
  return useMay()('reports:read') ? (
    <Link className="panel tile" href={`/reports?range=today&by=hour&measure=${measure}`}>
      {words}
    </Link>
  ) : (
    <div className="panel tile">{words}</div>
  );
}
