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

/** Money, and the names of everything that a lead belongs to. */
export function LeadFacts({ lead }: { readonly lead: Lead }) {
  const money = lead.attempts.findLast((attempt) => attempt.money !== null)?.money;
  const price = money?.price_cents;
  const payout = lead.payout_cents ?? money?.payout_cents;
  const margin = price === null || price === undefined ? null : price - (payout ?? 0);
  const isSold = lead.state === 'accepted';
  return (
    <>
      {isSold && (
        <Panel title="Money">
          <Facts
            of={[
              ['The buyer pays', formatCents(price, money?.currency)],
              ['The affiliate earns', formatCents(payout, money?.currency)],
              ['Margin', formatCents(margin, money?.currency)],
              ['Catalogue', money && `version ${money.catalogue_version}`],
            ]}
          />
        </Panel>
      )}
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
            ['Still to be done', lead.pending_effects.map(({ action }) => action).join(', ')],
          ]}
        />
      </Panel>
    </>
  );
}
