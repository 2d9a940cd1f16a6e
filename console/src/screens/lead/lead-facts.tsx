import { Link } from 'wouter';
import { useMay } from '../../app/me';
import { Facts, Panel } from '../../parts/page';
import { Time } from '../../parts/time';
import { formatCents } from '../../words/format';
import { nameOf } from '../../words/lead-words';
import type { Lead } from './lead-screen';

type Named = Lead['offer'] | null;

/** A name of the catalogue that leads to its screen. */
export function NamedLink({ kind, named }: { readonly kind: 'offers' | 'buyers'; readonly named: Named }) {
  const may = useMay();
  if (!named) return <>–</>;
  if (!may('traffic:read')) return <>{nameOf(named)}</>;
  return (
    <Link href={`/${kind}/${named.handle ?? named.id}`} className="link">
      {nameOf(named)}
    </Link>
  );
}

const ENTRIES: Readonly<Record<string, string>> = {
  sale: 'Sale',
  return: 'Return',
  return_reversal: 'Return undone',
};

/** What the lead earned, and what the books say of it. */
function MoneyPanel({ money }: Pick<Lead, 'money'>) {
  const { price_cents: price, payout_cents: payout, currency, entries } = money;
  const unit = currency ?? undefined;
  return (
    <Panel title="Money">
      <Facts
        of={[
          ['The buyer pays', formatCents(price, unit)],
          ['The affiliate earns', formatCents(payout, unit)],
          ['Margin', price === null || payout === null ? '–' : formatCents(price - payout, unit)],
          ...entries.map(
            ({ kind, at, period, buyer_cents: buyer, affiliate_cents: affiliate }) =>
              [
                ENTRIES[kind] ?? kind,
                <>
                  <Time at={at} />: buyer {formatCents(buyer, unit)}, affiliate {formatCents(affiliate, unit)}
                  , on the statements of {period}
                </>,
              ] as const,
          ),
        ]}
      />
    </Panel>
  );
}

/** Money, and the names of everything that a lead belongs to. */
export function LeadFacts({ lead }: { readonly lead: Lead }) {
  return (
    <>
      {(lead.state === 'accepted' || lead.money.entries.length > 0) && <MoneyPanel money={lead.money} />}
      <Panel title="About">
        <Facts
          of={[
            ['Offer', <NamedLink key="offer" kind="offers" named={lead.offer} />],
            ['Program', lead.program_id],
            ['Buyer', <NamedLink key="buyer" kind="buyers" named={lead.buyer} />],
            ['Affiliate', nameOf(lead.affiliate)],
            ['Campaign', nameOf(lead.campaign)],
            ["Buyer's reference", lead.reference],
            ['Request id', lead.request_id],
            ['Submitted', lead.submission > 1 ? `${lead.submission} times` : 'once'],
            ['Posted', lead.form === 'A' ? 'for a result of a search' : 'directly to the offer'],
            ['Next step', lead.next_step_at !== null && <Time at={lead.next_step_at} />],
            ['Still to be done', lead.pending_effects.map(({ effect }) => effect).join(', ')],
          ]}
        />
      </Panel>
    </>
  );
}
