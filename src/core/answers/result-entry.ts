import { toMoney } from '../money/payout.js';
import type { FormField, StoredResult } from '../search/search-record.js';

/** A result as an answer shows it. */
export interface ResultEntry {
  readonly svc_result_id: string;
  readonly campaign_id: string;
  readonly offer: {
    readonly id: string;
    readonly name: string;
    readonly offer_type: string;
    readonly is_exclusive: boolean;
    readonly tcpa_text: string | null;
  };
  readonly school?: { readonly name: string; readonly logo_url: string | null };
  readonly programs: readonly { readonly value: string; readonly label: string; readonly payout?: number }[];
  readonly payout?: number;
  readonly form_fields: readonly FormField[];
  readonly expires_at: string;
}

const payoutOf = (cents: number | undefined): { payout?: number } =>
  cents === undefined ? {} : { payout: toMoney(cents) };

/**
 * Only the published members (docs/contract/search.md#result-entries). Other members of a question are left out.
 */
const shownField = ({ name, label, type, required, required_when, pattern, options }: FormField) => ({
  name,
  label,
  type,
  required,
  ...(pattern === undefined ? {} : { pattern }),
  ...(required_when && { required_when: { program_ids: required_when.program_ids } }),
  ...(options && { options: options.map(({ value, label: text }) => ({ value, label: text })) }),
});

export const entryOf = ({ id, campaign_id, offer_id, terms }: StoredResult): ResultEntry => ({
  svc_result_id: id,
  campaign_id,
  offer: {
    id: offer_id,
    name: terms.offer_name,
    offer_type: terms.offer_type,
    is_exclusive: terms.offer_type !== 'shared',
    tcpa_text: terms.tcpa_text,
  },
  ...(terms.school && { school: { name: terms.school.name, logo_url: terms.school.logo_url ?? null } }),
  programs: terms.programs.map(({ value, label, payout_cents }) => ({
    value,
    label,
    ...payoutOf(payout_cents),
  })),
  ...payoutOf(terms.payout_cents),
  form_fields: terms.form_fields.map(shownField),
  expires_at: terms.expires_at.toISOString(),
});
