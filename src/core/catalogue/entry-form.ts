import type { RuleTest } from '../lead/fields.js';
import type { EntryKind } from './document.js';

/** A partner is an offer with a search of its own. Its form has other fields. */
export const FORM_NAMES = ['affiliate', 'buyer', 'offer', 'partner', 'campaign'] as const;
export type FormName = (typeof FORM_NAMES)[number];

/** The group `alerts` has a form too. It stands under its own name, for it has no handle. */
export const ALERTS_FORM = 'alerts' as const;
export type AnyForm = FormName | typeof ALERTS_FORM;
export type FormKind = EntryKind | typeof ALERTS_FORM;

/** Of which kind the entry of a form is. */
export const entryKindOf = (form: FormName): EntryKind => (form === 'partner' ? 'offer' : form);

/** How the value of a field is written in the files, and so which control a form has for it. */
export type FieldKind =
  /** One line, and several lines of text. */
  | 'text'
  | 'paragraphs'
  /** A JSONata expression. */
  | 'expression'
  | 'handle'
  | 'address'
  /** `${secret:NAME}`, or a list of two. */
  | 'secret'
  | 'number'
  | 'money'
  | 'duration'
  | 'share'
  | 'limit'
  | 'time'
  | 'date'
  | 'zone'
  | 'flag'
  /** One of `options`; several of them; texts that are typed. */
  | 'choice'
  | 'choices'
  | 'texts'
  | 'dates'
  /** The least and the most, as a list of two numbers. */
  | 'range'
  /** The handle of another entry, the value of a program, or several of those. */
  | 'entry'
  | 'program'
  | 'programs'
  /** Fields of its own; a list of such groups; values by name. */
  | 'group'
  | 'rows'
  | 'map'
  | 'headers'
  /** Eligibility rules. */
  | 'rules';

export interface FormOption {
  /** As the files say it; `true` and `false` too. */
  readonly value: string | boolean;
  readonly label: string;
  /** Of a field that rules ask of: the tests that fit it, and its values if it has only these. */
  readonly tests?: readonly RuleTest[];
  readonly values?: readonly FormOption[];
}

/** One field of an entry, with all that a form must know of it. */
export interface FormField {
  readonly key: string;
  readonly label: string;
  readonly kind: FieldKind;
  readonly help?: string;
  readonly is_required?: true;
  /** Needed by few. */
  readonly is_advanced?: true;
  /** What counts without a value, in words or as the files say it. */
  readonly by_default?: string;
  readonly options?: readonly FormOption[];
  /** The entries that an `entry` names. */
  readonly of?: EntryKind;
  /** The longest text, the most rows; the least and the most of a number, or a duration. */
  readonly least?: number | string;
  readonly most?: number | string;
  readonly has_decimals?: true;
  /** Of a `group` and of one of the `rows` and `rules`. */
  readonly fields?: readonly FormField[];
  /** What one of the `rows`, `rules`, `headers` or values of a `map` is called. */
  readonly one?: string;
  /** Of the values of a `map`. */
  readonly item?: FormField;
}

/** Fields that belong together, in the order in which one thinks of them. */
export interface FormSection {
  readonly title: string;
  readonly about?: string;
  /** Needed by few: closed until it has a value or a fault. */
  readonly is_folded?: true;
  readonly fields: readonly FormField[];
}

export type EntryForms = Readonly<Record<AnyForm, readonly FormSection[]>>;
