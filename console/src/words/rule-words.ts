const RULES: Readonly<Record<string, string>> = {
  unknown_leads: 'unknown leads',
  buyer_slow: 'slow buyers',
  breaker_open: 'open circuit breakers',
  cap_use: 'caps',
  missing_secrets: 'missing secrets',
  ledger_unsound: 'the cap ledger',
  overdue_leads: 'overdue work',
  accept_rate: 'accept rates',
  affiliate_silent: 'silent affiliates',
  queue_lag: 'queues',
  partner_faults: "partners' results",
  dupe_check_hits: 'duplicate checks',
  no_sweeper: 'the sweeper',
  clock_wrong: 'clocks',
  emergency_apply: 'emergency applies',
  webhook_fails: 'webhooks',
  channel_fails: 'channels of alerts',
  data_key_missing: 'missing data keys',
  buyers_untold: 'buyers to tell',
};

/** What a rule of the alerts looks at. */
export const ruleWords = (rule: string): string => RULES[rule] ?? rule.replaceAll('_', ' ');
