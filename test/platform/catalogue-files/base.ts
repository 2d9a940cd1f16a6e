import {
  parseCatalogue,
  type ParsedCatalogue,
} from '../../../src/platform/catalogue-files/parse-catalogue.js';
import { formatIssue } from '../../../src/core/catalogue/validation-issue.js';

/** A valid catalogue in which tests replace single lines; the numbers in their tables are its lines. */
export const BASE = `version: 1
affiliates:
  - handle: northwind
    name: Northwind Media
    status: active
buyers:
  - handle: lakeshore
    name: Lakeshore University
    time_zone: America/Chicago
    delivery_hours:
      - { days: [mon, tue], from: "08:00", to: "20:00" }
    holidays: [2026-12-25]
    caps: [{ window: day, limit: 200 }]
offers:
  - handle: nursing
    name: Nursing
    buyer: lakeshore
    offer_type: exclusive
    price: 42.50
    result_ttl: 30m
    required_fields: [personal.email]
    eligibility:
      - { field: address.state, in: [IL, WI] }
      - { field: age, min: 18, max: 60 }
      - { field: address.zip_code, within_miles: 75, of: "53703" }
      - { field: education.education_level, at_least: associates }
    programs:
      - { value: bsn, label: Bachelor }
      - { value: msn, label: Master }
    questions:
      - name: campus_visit
        type: select
        options: [{ value: "yes", label: "Yes" }, { value: "no", label: "No" }]
      - { name: licence, type: text, pattern: "^[0-9]+$", required_when: { program_ids: [msn] } }
    duplicates: { match: [email], window_days: 30, scope: buyer }
    caps: [{ window: day, limit: 20, program: msn }]
    delivery:
      url: https://crm.example/leads
      headers: { Authorization: "Bearer \${secret:TOKEN}" }
      timeout: 10s
      follow_up: { url: "https://crm.example/leads/\${reference}", every: 1m, for: 72h }
campaigns:
  - handle: edu
    name: Education
    affiliate: northwind
    offers:
      - offer: nursing
        payout: 30
        payouts: { msn: 36 }
        caps: [{ window: day, limit: 25 }]
`;

/** The base with one line (from 1) replaced by another text of any number of lines. */
export function withLine(line: number, text: string): string {
  const lines = BASE.split('\n');
  lines[line - 1] = text;
  return lines.join('\n');
}

/** `12 offer nursing: …` for each fault of one file. */
export function faultsOf(text: string): string[] {
  const parsed = parseCatalogue([{ name: 'f', text }]);
  return parsed.ok ? [] : parsed.faults.map((fault) => formatIssue(fault).slice('f:'.length));
}

export function documentOf(...texts: string[]): Extract<ParsedCatalogue, { ok: true }>['document'] {
  const parsed = parseCatalogue(texts.map((text, index) => ({ name: `f${index + 1}`, text })));
  if (!parsed.ok) throw new Error(parsed.faults.map(formatIssue).join('\n'));
  return parsed.document;
}
