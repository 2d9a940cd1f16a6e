/**
 * The lead's fields in one table, in the order in which errors are reported. Everything that names a lead field reads
 * this table: request schemas, required fields, eligibility rules, asked form fields.
 */
export const LEAD_GROUPS = ['personal', 'address', 'education', 'background'] as const;
export type LeadGroup = (typeof LEAD_GROUPS)[number];

/**
 * The format of a field's text. `select` lists the allowed values; where values have a rank, their order gives it.
 */
export type FieldFormat =
  | { readonly kind: 'text' | 'email' | 'phone' | 'date_of_birth' | 'age' | 'state' | 'zip' | 'year' }
  | { readonly kind: 'select'; readonly values: readonly string[] };

interface FieldRow {
  readonly path: `${LeadGroup}.${string}`;
  readonly label: string;
  readonly format: FieldFormat;
}

const YES_NO: FieldFormat = { kind: 'select', values: ['yes', 'no'] };
const TEXT: FieldFormat = { kind: 'text' };
const select = (...values: string[]): FieldFormat => ({ kind: 'select', values });

export const STATE_NAMES: Readonly<Record<string, string>> = {
  ...{ AL: 'Alabama', AK: 'Alaska', AZ: 'Arizona', AR: 'Arkansas', CA: 'California' },
  ...{ CO: 'Colorado', CT: 'Connecticut', DE: 'Delaware', FL: 'Florida', GA: 'Georgia' },
  ...{ HI: 'Hawaii', ID: 'Idaho', IL: 'Illinois', IN: 'Indiana', IA: 'Iowa' },
  ...{ KS: 'Kansas', KY: 'Kentucky', LA: 'Louisiana', ME: 'Maine', MD: 'Maryland' },
  ...{ MA: 'Massachusetts', MI: 'Michigan', MN: 'Minnesota', MS: 'Mississippi', MO: 'Missouri' },
  ...{ MT: 'Montana', NE: 'Nebraska', NV: 'Nevada', NH: 'New Hampshire', NJ: 'New Jersey' },
  ...{ NM: 'New Mexico', NY: 'New York', NC: 'North Carolina', ND: 'North Dakota', OH: 'Ohio' },
  ...{ OK: 'Oklahoma', OR: 'Oregon', PA: 'Pennsylvania', RI: 'Rhode Island', SC: 'South Carolina' },
  ...{ SD: 'South Dakota', TN: 'Tennessee', TX: 'Texas', UT: 'Utah', VT: 'Vermont' },
  ...{ VA: 'Virginia', WA: 'Washington', WV: 'West Virginia', WI: 'Wisconsin', WY: 'Wyoming' },
  ...{
    DC: 'District of Columbia',
    AS: 'American Samoa',
    GU: 'Guam',
    MP: 'Northern Mariana Islands',
    PR: 'Puerto Rico',
  },
  ...{ VI: 'US Virgin Islands', UM: 'US Minor Outlying Islands' },
};
export const STATES: readonly string[] = Object.keys(STATE_NAMES);

export const LEAD_FIELDS = [
  { path: 'personal.email', label: 'Email', format: { kind: 'email' } },
  { path: 'personal.phone', label: 'Phone', format: { kind: 'phone' } },
  { path: 'personal.first_name', label: 'First name', format: TEXT },
  { path: 'personal.last_name', label: 'Last name', format: TEXT },
  { path: 'personal.date_of_birth', label: 'Date of birth', format: { kind: 'date_of_birth' } },
  { path: 'personal.age', label: 'Age', format: { kind: 'age' } },
  { path: 'personal.gender', label: 'Gender', format: select('female', 'male') },
  { path: 'address.address_line_1', label: 'Street address', format: TEXT },
  { path: 'address.address_line_2', label: 'Unit or apartment', format: TEXT },
  { path: 'address.city', label: 'City', format: TEXT },
  { path: 'address.state', label: 'State', format: { kind: 'state' } },
  { path: 'address.zip_code', label: 'ZIP code', format: { kind: 'zip' } },
  {
    path: 'education.education_level',
    label: 'Education level',
    format: select(
      'no_hs_diploma',
      'ged',
      'high_school',
      'some_college',
      'associates',
      'bachelors',
      'masters',
      'doctorate',
    ),
  },
  {
    path: 'education.high_school_graduation_year',
    label: 'High school graduation year',
    format: { kind: 'year' },
  },
  {
    path: 'education.start_timeline',
    label: 'Start timeline',
    format: select('immediately', '1_3_months', '4_6_months', '7_12_months', 'over_1_year', 'not_sure'),
  },
  {
    path: 'education.learning_preference',
    label: 'Learning preference',
    format: select('online', 'campus', 'either'),
  },
  { path: 'education.teaching_certificate', label: 'Teaching certificate', format: YES_NO },
  { path: 'background.rn_license', label: 'RN license', format: select('rn', 'lpn_lvn', 'no') },
  {
    path: 'background.military_affiliation',
    label: 'Military affiliation',
    format: select('none', 'affiliated', 'active_duty', 'veteran', 'spouse_dependent'),
  },
  { path: 'background.us_citizen', label: 'US citizen', format: YES_NO },
  { path: 'background.has_internet_access', label: 'Internet access', format: YES_NO },
] as const satisfies readonly FieldRow[];

/** The tests of eligibility rules. */
export type RuleTest = 'in' | 'not_in' | 'min' | 'max' | 'within_miles' | 'at_least';

/** Fields whose values are listed from lowest to highest. */
const ORDERED: readonly string[] = ['education.education_level'];

/** The tests that fit a field: a lead's, or `age`, its age on the day of the check. Undefined: there is no such field. */
export function testsOf(field: string): readonly RuleTest[] | undefined {
  if (field === 'age') return ['min', 'max'];
  const kind = leadField(field)?.format.kind;
  if (kind === undefined) return undefined;
  if (kind === 'age' || kind === 'year') return ['in', 'not_in', 'min', 'max'];
  if (kind === 'zip') return ['in', 'not_in', 'within_miles'];
  return ORDERED.includes(field) ? ['in', 'not_in', 'at_least'] : ['in', 'not_in'];
}

export type LeadField = (typeof LEAD_FIELDS)[number]['path'];
export type LeadFieldRow = FieldRow & { readonly path: LeadField };

/** A lead field's leaf name: `personal.email` → `email`. Leaf names are unique in the table. */
export const leafOf = (path: string): string => path.slice(path.indexOf('.') + 1);

const byPath = new Map<string, LeadFieldRow>(LEAD_FIELDS.map((row) => [row.path, row]));
const byLeaf = new Map<string, LeadFieldRow>(LEAD_FIELDS.map((row) => [leafOf(row.path), row]));

/** The row of a field by its nested path, or undefined when there is no such field. */
export const leadField = (path: string): LeadFieldRow | undefined => byPath.get(path);
/** The row of a field by its flat (leaf) name, or undefined. */
export const leadFieldByLeaf = (leaf: string): LeadFieldRow | undefined => byLeaf.get(leaf);

/** Flat aliases that the contract accepts beside the leaf names. */
export const FLAT_ALIASES: Readonly<Record<string, LeadField>> = {
  zip: 'address.zip_code',
  dob: 'personal.date_of_birth',
  address: 'address.address_line_1',
};
