import type { FormField } from '../../../../src/core/catalogue/entry-form.js';
import { useForm } from './form-parts';
import type { Path } from './values';

/** A control for one value. `error`: what is wrong with it. */
export interface ControlProps {
  readonly field: FormField;
  readonly path: Path;
  readonly value: unknown;
  readonly error: string | undefined;
  readonly onChange: (value: unknown) => void;
}

const ORDER: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error'];

/** What all inputs have. */
export function useCommon({ field, error }: ControlProps) {
  const { isReadOnly } = useForm();
  return {
    label: field.label,
    description: field.help,
    // Inputs beside each other stand on one line, however long their help is.
    inputWrapperOrder: ORDER,
    withAsterisk: field.is_required ?? false,
    placeholder: field.by_default,
    disabled: isReadOnly,
    error,
  };
}

/** Undefined in place of nothing: the files then say nothing. */
export const orNone = (text: string): string | undefined => (text === '' ? undefined : text);
export const orNoList = (list: readonly unknown[]): unknown => (list.length === 0 ? undefined : list);

type Common = ReturnType<typeof useCommon>;
/** What stands around a control that is more than one input. */
export const wrapperOf = ({ label, description, withAsterisk, error, inputWrapperOrder }: Common) => ({
  ...{ label, description, withAsterisk, error, inputWrapperOrder },
});
