import { Group } from '@mantine/core';
import { Facts, Panel } from '../../parts/page';
import { PayoutForTime, PriceForTime } from './amount-change';
import { PaidWords } from './paid-words';
import { formatCents } from '../../words/format';
import { nameOf } from '../../words/lead-words';
import type { Offer } from './words';

const listed = (rules: readonly string[]) =>
  rules.map((rule) => (
    <div key={rule} className="foreign">
      {rule}
    </div>
  ));

const pricedOf = (offer: string, { terms, currency }: Pick<Offer, 'terms' | 'currency'>) => ({
  ...{ offer, currency },
  campaigns: terms.paid.flatMap(({ campaign }) => campaign.handle ?? []),
  programs: terms.programs.map(({ value, label }) => ({ value, label })),
});

/** The offer's own price, unless each program has one that differs. */
const priceFact = ({ price_cents: price, programs }: Offer['terms'], currency: string) =>
  price === null && programs.length > 0 && programs.every(({ price_cents: own }) => own !== null)
    ? []
    : [['Price', formatCents(price, currency)] as const];

/** Whom the offer takes, and what it pays. */
export const OfferTermsPanel = ({ offer: { terms, currency, handle } }: { readonly offer: Offer }) => (
  <Panel
    title="What it takes and pays"
    actions={
      handle !== null && (
        <Group gap="xs">
          <PriceForTime {...pricedOf(handle, { terms, currency })} />
          <PayoutForTime {...pricedOf(handle, { terms, currency })} />
        </Group>
      )
    }
  >
    <Facts
      of={[
        ['Takes', terms.rules.length === 0 ? 'everybody' : listed(terms.rules)],
        ...priceFact(terms, currency),
        ...terms.programs.map(
          ({ value, label, price_cents: price, rules }) =>
            [
              `Program ${label}`,
              <>
                {formatCents(price, currency)}
                {rules.length > 0 && <>, for</>}
                {listed(rules)}
                <span className="skip"> ({value})</span>
              </>,
            ] as const,
        ),
        ...terms.paid.map(
          (paid) =>
            [
              `On ${nameOf(paid.campaign)}: buyer pays → affiliate earns`,
              <PaidWords key="paid" paid={paid} currency={currency} />,
            ] as const,
        ),
      ]}
    />
  </Panel>
);
