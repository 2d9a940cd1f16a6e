import { Link } from 'wouter';
import { useMay } from '../../app/me';
import { Facts, Panel } from '../../parts/page';
import { Time } from '../../parts/time';
import { monthWords } from '../../words/days';
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

const EFFECTS: Readonly<Record<string, string>> = {
  'reservations confirm': 'count it in its caps',
  'reservations release': 'free its places in the caps',
  'entry sale': 'book the sale',
  'entry return': 'book the return',
  'entry return_reversal': 'book the undone return',
  'news decided': 'tell the affiliate',
  'news returned': 'tell the affiliate of the return',
  'news return_reversed': 'tell the affiliate that the return was undone',
  'news changed': 'tell the affiliate of the change',
  return: 'update caps and claims',
  fallback: 'create the fallback lead',
};

type Money = Lead['money'];

/** What is left of the sale after all that was booked since. Before anything is booked: what it will be. */
function marginOf({ price_cents: price, payout_cents: payout, entries }: Money): number | null {
  if (entries.length > 0)
    return entries.reduce(
      (sum, { buyer_cents: buyer, affiliate_cents: affiliate }) => sum + (buyer ?? 0) - (affiliate ?? 0),
      0,
    );
  return price === null || payout === null ? null : price - payout;
}

/** What the lead was sold for, and what the books say of it. */
function MoneyPanel({ money, pending_effects: pending }: Pick<Lead, 'money' | 'pending_effects'>) {
  const { price_cents: price, payout_cents: payout, currency, entries } = money;
  const unit = currency ?? undefined;
  const isReversed = entries.some(({ kind }) => kind !== 'sale');
  const isBooking = pending.some(({ effect }) => effect.startsWith('entry '));
  return (
    <Panel title="Money">
      <Facts
        of={[
          ['Price', formatCents(price, unit)],
          ['Payout', formatCents(payout, unit)],
          [
            isReversed ? 'Margin now' : 'Margin',
            isBooking ? 'being booked' : formatCents(marginOf(money), unit),
          ],
          ...entries.map(
            ({ kind, at, period, buyer_cents: buyer, affiliate_cents: affiliate }) =>
              [
                ENTRIES[kind] ?? kind,
                <>
                  <Time at={at} />: buyer {formatCents(buyer, unit)}, affiliate {formatCents(affiliate, unit)}
                  , on the {monthWords(period)} statements
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
      {(lead.state === 'accepted' || lead.money.entries.length > 0) && <MoneyPanel {...lead} />}
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
            ['Posted', lead.form === 'A' ? 'for a search result' : 'directly to the offer'],
            ['Next step', lead.next_step_at !== null && <Time at={lead.next_step_at} />],
            ['In progress', lead.pending_effects.map(({ effect }) => EFFECTS[effect] ?? effect).join(', ')],
          ]}
        />
      </Panel>
    </>
  );
}
