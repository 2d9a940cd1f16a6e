import { Text } from '@mantine/core';
import { formatCents } from '../../words/format';

interface Amounts {
  readonly price_cents: number | null;
  readonly payout_cents: number | null;
}

interface Paid extends Amounts {
  readonly is_bid: boolean;
  readonly programs: readonly (Amounts & { readonly value: string; readonly label: string })[];
}

const isSame = (a: Amounts, b: Amounts): boolean =>
  a.price_cents === b.price_cents && a.payout_cents === b.payout_cents;

/** `$42.00 → $25.00, margin $17.00`: what the buyer pays, what the affiliate earns, and what stays. By program where programs differ. */
export function PaidWords({ paid, currency }: { readonly paid: Paid; readonly currency: string }) {
  const [first = paid, ...others] = paid.programs;
  if (others.every((other) => isSame(first, other)))
    return <OneAmount of={first} isBid={paid.is_bid} currency={currency} />;
  return (
    <>
      {paid.programs.map((program) => (
        <div key={program.value}>
          <span className="foreign">{program.label}</span>{' '}
          <OneAmount of={program} isBid={paid.is_bid} currency={currency} />
        </div>
      ))}
    </>
  );
}

const OneAmount = ({
  of: { price_cents: price, payout_cents: payout },
  isBid,
  currency,
}: {
  readonly of: Amounts;
  readonly isBid: boolean;
  readonly currency: string;
}) => (
  <span className="tabular">
    {formatCents(price, currency)} → {formatCents(payout, currency)}
    {payout !== null && (price !== null || !isBid) && (
      <Text size="xs" c="dimmed" span>
        , margin {formatCents((price ?? 0) - payout, currency)}
      </Text>
    )}
  </span>
);
