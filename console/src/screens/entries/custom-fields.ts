import type { ComponentType } from 'react';
import type { FormField } from '../../../../src/core/catalogue/entry-form.js';
import type { CustomFieldProps } from './form-parts';
import type { Path } from './values';

/** Fields with a component of their own: by form and path, like `offer.delivery` or `campaign.offers.caps`, or by `kind:secret`. */
const CUSTOM_FIELDS: Readonly<Record<string, ComponentType<CustomFieldProps>>> = {};

export const customField = (
  form: string,
  path: Path,
  { kind }: FormField,
): ComponentType<CustomFieldProps> | undefined =>
  CUSTOM_FIELDS[[form, ...path.filter((step) => typeof step === 'string')].join('.')] ??
  CUSTOM_FIELDS[`kind:${kind}`];
