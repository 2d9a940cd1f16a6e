import type { Finding } from '../alerts/finding.js';

export const HELP_ACTIONS = [
  ...(['settle_leads', 'list_leads', 'open_buyer', 'open_offer', 'open_affiliate', 'open_cap'] as const),
  ...(['open_audit_log', 'open_alerts', 'open_webhook', 'open_notices'] as const),
  ...(['open_return_requests'] as const),
] as const;

/** What the console offers for a finding: the name of an action or a screen, and what it is about. */
export interface Help {
  readonly action: (typeof HELP_ACTIONS)[number];
  /** The id of a buyer, offer, affiliate, cap or audit entry, or the name of an endpoint. Absent: none is needed. */
  readonly id?: string;
  /** For lists of leads: the code of their decision. */
  readonly code?: string;
}

type Helping = (subject: Finding['subject']) => Help | null;

const offer: Helping = ({ id }) => ({ action: 'open_offer', id: id.replace(/:.*$/, '') });

/** By rule. A rule without a row has no button: its sentence says what to do. */
export const HELP_BY_RULE: Readonly<Record<string, Helping>> = {
  unknown_leads: ({ id }) => ({ action: 'settle_leads', id }),
  buyer_slow: ({ id }) => ({ action: 'open_buyer', id }),
  stages_after_return: ({ id }) => ({ action: 'open_buyer', id }),
  breaker_open: (subject) => (subject.kind === 'offer' ? offer(subject) : null),
  partner_faults: offer,
  cap_use: ({ id }) => ({ action: 'open_cap', id }),
  dupe_check_hits: ({ id }) => ({ action: 'open_affiliate', id }),
  affiliate_silent: ({ id }) => ({ action: 'open_affiliate', id }),
  accept_rate: ({ kind, id }) =>
    kind === 'affiliate'
      ? { action: 'open_affiliate', id }
      : kind === 'offer'
        ? { action: 'open_offer', id }
        : { action: 'list_leads', code: 'BUYER_REJECTED' },
  overdue_leads: () => ({ action: 'list_leads', code: 'PENDING' }),
  emergency_apply: ({ id }) => ({ action: 'open_audit_log', id }),
  webhook_fails: ({ id }) => ({ action: 'open_webhook', id }),
  buyers_untold: () => ({ action: 'open_notices' }),
  return_requests: () => ({ action: 'open_return_requests' }),
  channel_fails: () => ({ action: 'open_alerts' }),
};

export const helpFor = ({ rule, subject }: Pick<Finding, 'rule' | 'subject'>): Help | null =>
  HELP_BY_RULE[rule]?.(subject) ?? null;
