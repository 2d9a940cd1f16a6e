import { checkFieldValue } from '../../core/lead/field-value.js';
import { LEAD_FIELDS } from '../../core/lead/fields.js';
import {
  fieldOf,
  toLeadData,
  withoutShadowed,
  type LeadData,
  type Tracking,
} from '../../core/lead/lead-data.js';
import { loosenLead } from '../../core/lead/loosen-lead.js';
import type { TestPostInput } from '../../core/test-post/test-post-lead.js';

type Loose = Readonly<Record<string, unknown>>;
export type TestPostFile =
  | { readonly ok: true; readonly input: Omit<TestPostInput, 'answers'> & { readonly answers?: Loose } }
  | { readonly ok: false; readonly fault: string };

/** An IP address from a range that is reserved for documentation. */
export const SAMPLE_TRACKING: Tracking = { ip_address: '203.0.113.7' };
const OF_THE_REQUEST =
  /^(svc_.*|search_lead_id|lead|tracking|program_id|tcpa_consent|consent_button_label|consent_cert_url|universal_lead_ref)$/;

/**
 * Reads a lead as an affiliate sends it: the body of a submit (`{ "lead": …, "tracking": …, "program_id": …, answers
 * }`), or only the lead, nested or flat. Tracking and consent that the body leaves out get sample values. Values must
 * have the formats of the API. `loose_on`: the day on which lead fields are read in loose formats too. Absent: they are not.
 */
export function readTestPostFile(
  text: string,
  { loose_on }: { readonly loose_on?: string | undefined } = {},
): TestPostFile {
  const written = parsed(text);
  if (!isGroup(written)) return { ok: false, fault: 'it is not a JSON object' };
  const body = asSent(written);
  const whole = isGroup(body['lead']);
  const sent = withoutShadowed(whole ? body['lead'] : body) as Loose;
  const read = loose_on === undefined ? sent : loosenLead(sent, loose_on).fields;
  const lead = toLeadData(withNumbersAsText(read));
  const wrong = LEAD_FIELDS.find(({ path, format }) => {
    const value: unknown = fieldOf(lead, path);
    return value !== undefined && (typeof value !== 'string' || !checkFieldValue(format, value));
  });
  if (wrong) return { ok: false, fault: `${wrong.path} is no value that the API takes` };
  return { ok: true, input: { lead, ...(whole ? requestOf(body) : MADE_UP) } };
}

const MADE_UP = {
  tracking: SAMPLE_TRACKING,
  consent: { decision: true, button_label: null, cert_url: null, universal_lead_ref: null },
} as const;

/** The data that is sent with the sample lead. */
export const sampleRequest = (lead: LeadData): Omit<TestPostInput, 'answers'> => ({ lead, ...MADE_UP });

function requestOf(body: Loose) {
  const text = (name: string): string | null => (typeof body[name] === 'string' ? body[name] : null);
  const program_id = text('program_id');
  const answers = Object.entries(body).filter(([name]) => !OF_THE_REQUEST.test(name));
  return {
    tracking: { ...SAMPLE_TRACKING, ...(isGroup(body['tracking']) ? body['tracking'] : {}) },
    consent: {
      decision: body['tcpa_consent'] === undefined ? true : body['tcpa_consent'] === true,
      button_label: text('consent_button_label'),
      cert_url: text('consent_cert_url'),
      universal_lead_ref: text('universal_lead_ref'),
    },
    answers: Object.fromEntries(answers),
    ...(program_id === null ? {} : { program_id }),
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** As the API reads a body: texts are trimmed, and `null` and blank text are not sent. */
function asSent(written: Loose): Loose {
  const members = Object.entries(written).map(([name, value]): [string, unknown] => [
    name,
    isGroup(value) ? asSent(value) : typeof value === 'string' ? value.trim() : value,
  ]);
  return Object.fromEntries(members.filter(([, value]) => value !== null && value !== ''));
}

/** The API also accepts an age and a year as numbers. */
const withNumbersAsText = (lead: Loose): Loose =>
  Object.fromEntries(
    Object.entries(lead).map(([name, value]) => [
      name,
      isGroup(value) ? withNumbersAsText(value) : typeof value === 'number' ? String(value) : value,
    ]),
  );

const isGroup = (value: unknown): value is Loose =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
