/**
 * What else is stored, by collection: ids, states, times, amounts, codes, words that are cleaned of personal data, and the
 * catalogue. `group.(a b)` is `group.a group.b`.
 */
export const NOT_PERSONAL: Readonly<Record<string, string>> = {
  leads: `
    _id affiliate_id campaign_id offer_id buyer_id program_id request_id form search_id result_id search_run
    result_run is_test received_at submission state runs stalls stalled due_at first_due_at pending_since
    window_used_ms revision reference callbacks marks unrolled sealed_by idempotency.at identities.kind
    all_identities.kind taken.(by submission run at from excused) waiting.(run why by outcome status detail
    until data_key) intent.(at buyer_id submission not_reserved) intent.kept.* intent.sold.*
    earlier_leads.(lead_id offer_id code) next_fallback.(lead_id offer_id submission at)
    fallbacks.(lead_id offer_id) terms.programs.(value payout_cents payout_change) terms.(offer_type consent_required
    payout_cents base_payout_cents base_payout_change expires_at buyer_id reference bid_cents) attempts.(number submission run
    by at timeout_ms send_by outcome ended_at duration_ms status via detail) attempts.sent_to.*
    attempts.money.* decision.(code at payout_cents source buyer_reason) decision.sale.*
    decision.refusal.(check code why field type) decision.refusal.others.* decision.refusal.detail.*
    decision.refusal.held_by.(lead_id affiliate_id) pending_effects.(kind what since submission number by why
    claim_action offer_id campaign_id program_id search_id intent_at buyer_id buyer_cents affiliate_cents
    currency attempt catalogue_version timed_changes reason claim_regained place_regained state)
    pending_effects.also_release.* pending_effects.decision.(code at payout_cents source buyer_reason)
    pending_effects.decision.sale.* pending_effects.decision.refusal.(check code why field type)
    pending_effects.decision.refusal.others.* pending_effects.decision.refusal.detail.*
    pending_effects.decision.refusal.held_by.(lead_id affiliate_id) pending_effects.earlier.(campaign_id
    offer_id sealed_by) pending_effects.earlier.fallbacks.(lead_id offer_id) returns.(at code by
    share payout_reversed place_given_back claim_released request) request_due_at return_requests.(at code by share
    decide_by past_deadline shows_evidence) return_requests.undoes.* return_requests.ended.* returns.overrode.* returns.booked.* returns.undone.*
    verified.(of step submission at until outcome) timeline.(at what offer_id outcome) timeline.reason.**
    forgotten.(at why no_evidence) forget.(at no_evidence why)
  `,
  searches: `
    _id affiliate_id campaign_id request_id is_test created_at counts_from run state due_at closes_at
    catalogue_version unrolled marks sealed_by identities.kind all_identities.kind
    results.(id run campaign_id offer_id priority) results.terms.(id offer_type consent_required
    payout_cents base_payout_cents base_payout_change expires_at buyer_id reference bid_cents) earlier.(run results expires_at)
    partners.(offer_id run state asked_at answered_at detail unsent) earlier_asks.(offer_id run asked_at)
    verdicts.(offer_id returned) verdicts.programs_out.program verdicts.refusal.(check code why field type)
    verdicts.refusal.others.* verdicts.refusal.detail.* verdicts.refusal.held_by.(lead_id affiliate_id)
    verdicts.programs_out.refusal.(check code why field type) verdicts.programs_out.refusal.others.*
    verdicts.programs_out.refusal.detail.* verdicts.programs_out.refusal.held_by.(lead_id affiliate_id)
    ruled_out.(run rules) ruled_out.said.(field words) slots.(lead submission offer_id offer_type state)
    taken.(by run) timeline.(at what offer_id outcome) timeline.reason.** forgotten.(at why)
  `,
  earlier_results: `
    _id search_id run campaign_id offer_id priority terms_until terms.(id offer_type consent_required
    payout_cents base_payout_cents base_payout_change expires_at buyer_id reference bid_cents)
  `,
  result_terms: `
    _id campaign_id priority offer_name offer_type tcpa_text consent_required payout_cents base_payout_cents base_payout_change buyer_id school.*
    programs.* form_fields.**
  `,
  claims: 'owners.(lead submission at affiliate buyer offer taken_by run)',
  idempotency_keys: 'lead_id by at marks',
  suppressions: `
    expires_at added_at entries.(kind reason source added_at expires_at) entries.scope.(of party_id)
  `,
  entries: `
    _id kind at day month period written_at currency buyer_id buyer_cents affiliate_id affiliate_cents
    lead_id campaign_id offer_id program_id attempt reference catalogue_version timed_changes reason claim_regained
    place_regained own_reference why
  `,
  pending_adjustments: `
    _id kind at day month period written_at currency buyer_id buyer_cents affiliate_id affiliate_cents
    lead_id campaign_id offer_id program_id attempt reference catalogue_version reason own_reference why
  `,
  lead_stages: `
    _id lead_id stage buyer_id affiliate_id campaign_id offer_id program_id sold_on on value_cents at source
    after_return revision uncounted earlier.(on value_cents at source)
  `,
  return_shares: '_id taken',
  statement_marks: '_id month sent.(on at reference) paid.(on at reference)',
  file_mappings: '_id at columns.* meanings.(text means)',
  periods: '_id state closing_since closed_at at begun_at names.**',
  report_rollups: '_id version due cubes.*',
  report_days: '_id n',
  folded_days: '_id sold.*',
  folded_quarters: '_id open sold.*',
  lead_news: `
    _id lead_id revision affiliate_id campaign_id offer_id kind at environment status position ordered_at
    unordered sealed_by answer.**
  `,
  webhook_messages: `
    _id kind subject order lane created_at state due_at failures runs ended_at leased_until affiliate_id
    sealed_by attempts.(at duration_ms ok status detail) content.(type timestamp replay) content.data.**
    content.values.*
  `,
  outbox_lanes: `
    _id outbox due_at leased_until open_until is_paused delivered_at failures runs asked paused.(why at)
    last.(at duration_ms ok status detail)
  `,
  outbox: `
    _id kind subject order lane created_at state due_at failures runs ended_at leased_until content.**
    attempts.(at duration_ms ok status detail)
  `,
  refused_calls: '_id at request_id route http code field key_prefix affiliate_id campaign_id',
  consent_evidence: '_id lead_id kept_at received_at digest tree path unchained sealed_by identities.kind',
  exchanges: `
    _id kind of record_id submission_or_run number destination at took_ms outcome status detail sealed_by
    counts_from doubtful
  `,
  erasures: '_id case at lead_ids search_ids no_evidence running up_to lacking done.at',
  verification_answers: 'lead_id at ends_at sealed_by',
  buyer_notices: `
    _id kind lane subject order state due_at created_at ended_at failures runs sealed_by told_by.at attempts.(at
    duration_ms ok status detail) content.(event lead_id buyer_id submission offer_id is_test at case
    reference sealed_until)
  `,
  consent_heads: '_id prev root hash tree unpublished',
  people: '_id roles provider_roles roles_set_at created_at removed_at local.(totp_secret totp_step)',
  invitations: '_id id roles created_at expires_at used_at issued_by.kind',
  sessions: '_id id person_id created_at used_at expires_at revoked_at',
  audit_log: `
    _id at action phase intent result why hash prev nonce number who.kind from.kind on.(kind ids) facts.*
    after.* before.*
  `,
  api_keys: `
    _id id prefix affiliate_id is_test operations created_at used_at expires_at revoked_at replaced_by replaces
    limits.*.*
  `,
  operator_keys: `
    _id id prefix name scopes created_at expires_at revoked_at replaced_by issued_by.kind rotated_by.kind
  `,
  drafts: '**',
  catalogue_versions: '_id at how subject comment document files files_from files_digest',
  secrets: '_id sealed_by set_at previous_until used_at',
  timed_changes:
    '_id what kind entry_id offer_id window program value from until at why ended.at ended.why proposed.by.(kind id) proposed.approved.at',
  attention: '_id at note.at',
  saved_views: `
    _id screen query saved_at mail.(every on hour zone set_at next_at stopped begun failed_runs) mail.last.(at ok detail)
    mail.refused.at
  `,
  alerts: '**',
  alert_mutes: '_id rule subject up_to until why at',
  leases: '_id owner until',
  identity_secrets: '_id checks phase ended step after',
  meta: '**',
};
