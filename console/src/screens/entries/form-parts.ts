import { createContext, use, type ReactNode } from 'react';
import type { FormField, AnyForm } from '../../../../src/core/catalogue/entry-form.js';
import type { components } from '../../api/schema';
import { asGroup, asList, asText, type FieldFault, type Group, type Path } from './values';

export type Edited = components['schemas']['EditedEntry'];
export type Other = Edited['others'][number];

/** What a component has that draws a field in place of the generated control. */
export interface CustomFieldProps {
  readonly field: FormField;
  /** As the files say it; undefined: they say nothing. */
  readonly value: unknown;
  /** Undefined removes the key. */
  readonly onChange: (value: unknown) => void;
  /** Their paths begin at this field; empty: the whole of it. */
  readonly faults: readonly FieldFault[];
  /** Undefined: nothing is saved yet. */
  readonly draft: { readonly id: string; readonly revision: number } | undefined;
  /** The whole entry as it is typed. */
  readonly entry: Group;
  readonly isReadOnly: boolean;
  /** The generated controls of the fields of this one, or of some of them. */
  readonly generated: (which?: Which) => ReactNode;
}

export interface Which {
  readonly only?: readonly string[];
  readonly except?: readonly string[];
}

/** What does not change while somebody types. */
interface FormContext {
  readonly form: AnyForm;
  readonly others: readonly Other[];
  readonly currency: string;
  readonly isReadOnly: boolean;
  /** The handle can't be changed: it names an entry. */
  readonly isKnown: boolean;
  readonly change: (path: Path, value: unknown) => void;
}

const Form = createContext<FormContext | undefined>(undefined);
export const FormProvider = Form;

export function useForm(): FormContext {
  const form = use(Form);
  if (!form) throw new Error('there is no form around this field');
  return form;
}

const Typed = createContext<Group>({});
export const TypedProvider = Typed;
/** The whole entry as it is typed. Who uses it is drawn again at each key. */
export const useTyped = (): Group => use(Typed);

const Faults = createContext<readonly FieldFault[]>([]);
export const FaultsProvider = Faults;
export const useFaults = (): readonly FieldFault[] => use(Faults);

const DraftOf = createContext<CustomFieldProps['draft']>(undefined);
export const DraftProvider = DraftOf;
export const useDraft = (): CustomFieldProps['draft'] => use(DraftOf);

/** Values and names of the programs that a field of an entry can mean. */
export function programsFor(
  { form, others }: Pick<FormContext, 'form' | 'others'>,
  entry: Group,
  path: Path,
): Other['programs'] {
  if (form === 'offer' || form === 'partner') return ownPrograms(entry);
  const offers = others.filter(({ kind }) => kind === 'offer');
  if (form === 'buyer') return offers.filter(({ buyer }) => buyer === entry['handle']).flatMap(programs);
  const rows = asList(entry['offers']).map((row) => asText(asGroup(row)['offer']));
  const [list, at] = path;
  const meant = list === 'offers' && typeof at === 'number' ? [rows[at]] : rows;
  return offers.filter(({ handle }) => meant.includes(handle)).flatMap(programs);
}

const programs = (other: Other): Other['programs'] => other.programs;

const ownPrograms = (entry: Group): Other['programs'] =>
  asList(entry['programs']).flatMap((each) => {
    const { value, label } = asGroup(each);
    return asText(value) === '' ? [] : [{ value: asText(value), label: asText(label) || asText(value) }];
  });
