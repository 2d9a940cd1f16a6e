import type { Item } from './now-screen';

/** Where a button leads, and what it says. */
export interface HelpLink {
  readonly to: string;
  readonly words: string;
  readonly needs: string;
}

const bare = (id: string): string => id.replace(/^(offer|buyer|affiliate|campaign|partner) /, '');

/** The button that helps. Undefined: the sentence says what to do. */
export function helpLink({ help, subject }: Pick<Item, 'help' | 'subject'>): HelpLink | undefined {
  if (!help) return undefined;
  const { action, id = '', code = '' } = help;
  // Screens take handles, as people read them; the id works too.
  const of = encodeURIComponent(bare(id === subject.id ? subject.name : id));
  const links: Readonly<Record<typeof action, HelpLink>> = {
    settle_leads: { to: `/bulk?do=settle&destination=${of}`, words: 'Settle them', needs: 'settle' },
    list_leads: { to: `/leads?code=${code}`, words: 'Show the leads', needs: 'leads:read' },
    open_offer: { to: `/offers/${of}`, words: 'Open the offer', needs: 'traffic:read' },
    open_buyer: { to: `/buyers/${of}`, words: 'Open the buyer', needs: 'traffic:read' },
    open_cap: { to: `/caps?cap=${encodeURIComponent(id)}`, words: 'Open the cap', needs: 'traffic:read' },
    open_affiliate: { to: `/affiliates/${of}`, words: 'Open the affiliate', needs: 'traffic:read' },
    open_audit_log: { to: '/audit-log', words: 'Open the audit log', needs: 'audit:read' },
    open_webhook: {
      to: `/webhooks/${id}`,
      words: 'Open the webhook',
      needs: 'traffic:read',
    },
    open_notices: { to: '/personal-data', words: 'Show the buyers', needs: 'persons' },
    open_return_requests: { to: '/return-requests', words: 'Decide them', needs: 'leads:read' },
    open_alerts: { to: '/alerts', words: 'Open the alerts', needs: 'alerts:read' },
  };
  return links[action];
}
