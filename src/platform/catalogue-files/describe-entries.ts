import type Joi from 'joi';
import { compact } from '../../core/catalogue/compact.js';
import {
  ALERTS_FORM,
  entryKindOf,
  FORM_NAMES,
  type AnyForm,
  type EntryForms,
  type FieldKind,
  type FormField,
  type FormOption,
  type FormSection,
} from '../../core/catalogue/entry-form.js';
import { optionLabel } from '../../core/questions/required-fields.js';
import { alerts } from './schema/alerts.js';
import { ENTRY_SCHEMAS } from './schema/entries.js';
import type { FieldWords } from './schema/values.js';

type Layout = readonly (Omit<FormSection, 'fields'> & { readonly fields: readonly string[] })[];

const OFFER_HEAD = ['name', 'handle', 'buyer', 'offer_type', 'status', 'price', 'price_range', 'school'];
const OFFER_MORE: Layout = [
  { title: 'Programs', fields: ['programs'] },
  { title: 'Eligibility', fields: ['eligibility', 'required_fields', 'duplicates'] },
  { title: 'Consent and questions', fields: ['tcpa_text', 'consent_required', 'questions'] },
  { title: 'Caps', fields: ['caps'] },
];
const OFFER_TAIL: Layout = [
  { title: 'Returns', fields: ['returns'] },
  { title: 'Verification', is_folded: true, fields: ['verify'] },
  { title: 'More', is_folded: true, fields: ['result_ttl', 'id'] },
];
const TOLD = ['webhook', 'postback'];

/** Where each field of an entry stands: in the order in which one thinks of them. */
const LAYOUTS: Readonly<Record<AnyForm, Layout>> = {
  alerts: [
    { title: 'Channels', fields: ['channels'] },
    { title: 'Thresholds', fields: ['thresholds'] },
    { title: 'Heartbeat', is_folded: true, fields: ['heartbeat'] },
  ],
  affiliate: [
    { title: 'The affiliate', fields: ['name', 'handle', 'status'] },
    { title: 'Notifications', about: 'About its leads. A campaign can have its own.', fields: TOLD },
    {
      title: 'API calls',
      is_folded: true,
      fields: ['dupe_check', 'dupe_checks_per_day', 'accept_loose_formats', 'limits'],
    },
    { title: 'Statements', is_folded: true, fields: ['address', 'payment_days'] },
    { title: 'More', is_folded: true, fields: ['id'] },
  ],
  buyer: [
    { title: 'The buyer', fields: ['name', 'handle', 'status', 'time_zone'] },
    { title: 'Hours', fields: ['delivery_hours', 'holidays'] },
    { title: 'Caps', fields: ['caps'] },
    { title: 'Returns', fields: ['returns'] },
    { title: 'After the sale', is_folded: true, fields: ['stages'] },
    {
      title: 'Notices',
      about: 'Where Leadkeep sends revocations and erasure requests.',
      is_folded: true,
      fields: ['revocation', 'erasure'],
    },
    { title: 'Statements', is_folded: true, fields: ['address', 'payment_days'] },
    { title: 'More', is_folded: true, fields: ['id'] },
  ],
  offer: [
    { title: 'The offer', fields: OFFER_HEAD },
    ...OFFER_MORE,
    { title: 'Delivery', fields: ['delivery'] },
    ...OFFER_TAIL,
  ],
  partner: [
    { title: 'The partner', fields: OFFER_HEAD },
    { title: 'Search and submit', fields: ['partner'] },
    ...OFFER_MORE,
    ...OFFER_TAIL,
  ],
  campaign: [
    { title: 'The campaign', fields: ['name', 'handle', 'affiliate', 'status'] },
    { title: 'Offers', fields: ['offers'] },
    {
      title: 'Limits',
      fields: ['max_accepted_submissions', 'allow_fallbacks', 'caps', 'time_zone'],
    },
    {
      title: 'Notifications',
      about: 'These replace the affiliate’s own.',
      is_folded: true,
      fields: TOLD,
    },
    { title: 'Verification', is_folded: true, fields: ['verify'] },
    { title: 'More', is_folded: true, fields: ['id'] },
  ],
};

/** Fields that a form has no place for, because the form itself says what they are. */
export const UNPLACED: Readonly<Record<AnyForm, readonly string[]>> = {
  alerts: [],
  affiliate: [],
  buyer: [],
  offer: ['kind', 'partner'],
  partner: ['kind', 'delivery'],
  campaign: [],
};

/** Fields without which an entry of this form makes no sense, though joi lets them out: `validate-addresses.ts` asks for them. */
const NEEDED: Readonly<Partial<Record<AnyForm, string>>> = { offer: 'delivery', partner: 'partner' };

/** The forms of all kinds of entries, made from their schemas. Throws if a field has no label, no control or no place. */
export const describeEntries = (): EntryForms =>
  Object.fromEntries(
    [...FORM_NAMES, ALERTS_FORM].map((form) => [form, sectionsOf(form)]),
  ) as unknown as EntryForms;

function sectionsOf(form: AnyForm): FormSection[] {
  const schema = form === ALERTS_FORM ? alerts : ENTRY_SCHEMAS[entryKindOf(form)];
  const keys = keysOf(schema.describe());
  const layout = LAYOUTS[form];
  const placed = [...layout.flatMap(({ fields }) => fields), ...UNPLACED[form]];
  const lost = Object.keys(keys).find((key) => !placed.includes(key));
  if (lost !== undefined) throw new Error(`the form of ${form} has no place for ${lost}`);
  return layout.map(({ fields, ...section }) => ({
    ...section,
    fields: fields.map((key) => ({
      ...describeField(key, keys[key] ?? {}, form),
      ...(key === NEEDED[form] && { is_required: true as const }),
    })),
  }));
}

const keysOf = ({ keys }: Joi.Description): Readonly<Record<string, Joi.Description>> =>
  (keys ?? {}) as Readonly<Record<string, Joi.Description>>;

const fieldsOf = (schema: Joi.Description, path: string): FormField[] =>
  Object.entries(keysOf(schema)).map(([key, each]) => describeField(key, each, path));

/** `path`: of what it belongs to, for the message about what is missing. */
function describeField(key: string, schema: Joi.Description, parent: string): FormField {
  const path = `${parent}.${key}`;
  const words = Object.assign({}, ...((schema['metas'] ?? []) as FieldWords[])) as FieldWords;
  if (words.label === undefined) throw new Error(`${path} has no label`);
  const [item] = (schema['items'] ?? []) as Joi.Description[];
  const [values] = (schema['patterns'] ?? []) as { readonly rule: Joi.Description }[];
  const kind = words.kind ?? kindOf(schema);
  if (kind === undefined) throw new Error(`${path} has no control`);
  if (HAS_ROWS.includes(kind) && words.one === undefined) throw new Error(`${path} has no word for a row`);
  return compact({
    ...{ key, label: words.label, kind },
    help: words.help,
    is_required: flagsOf(schema).presence === 'required' || undefined,
    is_advanced: words.isAdvanced,
    by_default: defaultOf(words, schema),
    options: words.options ?? optionsOf(item ?? schema, words),
    ...{ of: words.of, one: words.one },
    least: words.least ?? limitOf(schema, 'min'),
    most: words.most ?? limitOf(schema, 'max'),
    has_decimals: hasDecimals(kind, item ?? schema) || undefined,
    fields: groupOf(kind, item ?? schema, path),
    item: kind === 'map' && values ? describeField('value', values.rule, path) : undefined,
  }) as FormField;
}

const hasDecimals = (kind: FieldKind, schema: Joi.Description): boolean =>
  (kind === 'number' || kind === 'range') && !rulesOf(schema).some(({ name }) => name === 'integer');
const HAS_ROWS: readonly FieldKind[] = ['rows', 'rules', 'headers', 'map'];

/** Rules inside of a rule have the fields of that rule. */
function groupOf(kind: FieldKind, schema: Joi.Description, path: string): FormField[] | undefined {
  if (kind !== 'group' && kind !== 'rows' && kind !== 'rules') return undefined;
  return schema.type === 'link' ? undefined : fieldsOf(schema, path);
}

interface Flags {
  readonly only?: boolean;
  readonly presence?: string;
}
const flagsOf = ({ flags }: Joi.Description): Flags => flags ?? {};

interface Rule {
  readonly name: string;
  readonly args?: { readonly limit?: number };
}
const rulesOf = ({ rules }: Joi.Description): readonly Rule[] => (rules ?? []) as readonly Rule[];

const limitOf = (schema: Joi.Description, name: 'min' | 'max'): number | undefined =>
  rulesOf(schema).find((rule) => rule.name === name)?.args?.limit;

/** The control of a field whose schema does not name it. */
function kindOf(schema: Joi.Description): FieldKind | undefined {
  const [item] = (schema['items'] ?? []) as Joi.Description[];
  switch (schema.type) {
    case 'string':
      return flagsOf(schema).only === true ? 'choice' : 'text';
    case 'number':
      return 'number';
    case 'boolean':
      return 'flag';
    case 'array':
      return item && listKindOf(item);
    case 'object':
      return schema['patterns'] === undefined ? 'group' : 'map';
    default:
      return undefined;
  }
}

const listKindOf = (item: Joi.Description): FieldKind | undefined => {
  if (item.type === 'object') return 'rows';
  if (item.type !== 'string') return undefined;
  if (flagsOf(item).only === true) return 'choices';
  const kinds = (item['metas'] ?? []) as FieldWords[];
  return kinds.some(({ kind }) => kind === 'date') ? 'dates' : 'texts';
};

function optionsOf(schema: Joi.Description, { words }: FieldWords): readonly FormOption[] | undefined {
  if (flagsOf(schema).only !== true) return undefined;
  const allowed = (schema['allow'] ?? []) as readonly string[];
  return allowed.map((value) => ({ value, label: words?.[value] ?? optionLabel(value) }));
}

/** What counts without a value, as a person says it. */
function defaultOf({ byDefault, words, options }: FieldWords, schema: Joi.Description): string | undefined {
  if (byDefault === undefined) return undefined;
  const wordOf = (value: unknown): string =>
    words?.[String(value)] ??
    options?.find((option) => option.value === value)?.label ??
    (flagsOf(schema).only === true ? optionLabel(String(value)) : String(value));
  if (typeof byDefault === 'boolean' && options === undefined) return byDefault ? 'yes' : 'no';
  if (!Array.isArray(byDefault)) return wordOf(byDefault);
  return byDefault.map((value) => words?.[String(value)] ?? optionLabel(String(value))).join(', ');
}
