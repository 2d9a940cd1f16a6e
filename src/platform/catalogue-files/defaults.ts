/** What holds where the catalogue says nothing; `export` leaves out what equals it. */
export const DEFAULTS = {
  status: 'active',
  dupe_check: true,
  time_zone: 'America/New_York',
  kind: 'direct',
  consent_required: true,
  result_ttl: '30m',
  when_missing: 'fail',
  duplicates: { match: ['email', 'phone'], window_days: 30, scope: 'offer' },
  method: 'POST',
  encoding: 'json',
  timeout: '10s',
  window: '15m',
  idempotent: false,
  insecure_http: false,
  priority: 0,
  max_accepted_submissions: 3,
} as const;
