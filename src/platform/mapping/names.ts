import { LEAD_FIELDS, LEAD_GROUPS } from '../../core/lead/fields.js';

/**
 * The names that an expression can use, as a tree. `any` is data whose names are not known beforehand; `value` is a
 * single value.
 */
export interface MappingNames {
  readonly [name: string]: MappingNames | 'any' | 'value';
}

const values = (...names: string[]): MappingNames => Object.fromEntries(names.map((name) => [name, 'value']));

const lead: MappingNames = Object.fromEntries(
  LEAD_GROUPS.map((group) => [
    group,
    values(
      ...LEAD_FIELDS.flatMap(({ path }) =>
        path.startsWith(`${group}.`) ? path.slice(group.length + 1) : [],
      ),
    ),
  ]),
);

const offer = values('id', 'handle', 'name');
const affiliate = values('handle');

/** The body of a delivery. */
const delivery: MappingNames = {
  lead,
  // Extra keys, kept as they were sent.
  tracking: 'any',
  consent: values('decision', 'text', 'button_label', 'cert_url', 'universal_lead_ref', 'ip_address', 'at'),
  answers: 'any',
  program: values('value', 'label'),
  offer,
  affiliate,
  lead_id: 'value',
  search_id: 'value',
  callback_url: 'value',
  now: 'value',
};

/** What a verification service may be told. No time and no callback: the same question must be the same request. */
const { callback_url: _, now: __, ...asked } = delivery;

/** The names at the root of each kind of expression in a mapping. */
export const MAPPING_NAMES = {
  delivery,
  partner_submit: { ...delivery, result: values('reference') },
  partner_search: {
    lead,
    tracking: 'any',
    consent: values('tcpa_consent', 'consent_cert_url', 'universal_lead_ref'),
    offer,
    affiliate,
    search_id: 'value',
    now: 'value',
  },
  notice: {
    ...values('event', 'lead_id', 'reference', 'case', 'at', 'is_test', 'now'),
    person: values('email_sha256', 'phone_sha256'),
    offer,
  },
  verify: { ...asked, result: values('reference') },
  answer: { status: 'value', headers: 'any', body: 'any' },
} as const satisfies Record<string, MappingNames>;
