import type { ComponentType } from 'react';
import type { FormField } from '../../../../src/core/catalogue/entry-form.js';
import { DestinationField, PartnerField, SearchField, SubmitField } from './destination-field';
import type { CustomFieldProps } from './form-parts';
import { MappingField } from './mapping-field';
import { HeadersField, SecretField } from './secret-fields';
import type { Path } from './values';

/** Fields with a component of their own: by form and path, like `offer.delivery` or `campaign.offers.caps`, or by `kind:secret`. */
const CUSTOM_FIELDS: Readonly<Record<string, ComponentType<CustomFieldProps>>> = {
  'offer.delivery': DestinationField,
  'offer.delivery.body': MappingField,
  'offer.verify.body': MappingField,
  'partner.partner': PartnerField,
  'partner.partner.search': SearchField,
  'partner.partner.search.body': MappingField,
  'partner.partner.submit': SubmitField,
  'partner.partner.submit.body': MappingField,
  'partner.verify.body': MappingField,
  'campaign.verify.body': MappingField,
  'buyer.revocation.body': MappingField,
  'buyer.erasure.body': MappingField,
  'kind:headers': HeadersField,
  'kind:secret': SecretField,
};

export const customField = (
  form: string,
  path: Path,
  { kind }: FormField,
): ComponentType<CustomFieldProps> | undefined =>
  CUSTOM_FIELDS[[form, ...path.filter((step) => typeof step === 'string')].join('.')] ??
  CUSTOM_FIELDS[`kind:${kind}`];
