import { expect } from 'chai';
import type Joi from 'joi';
import {
  ALERTS_FORM,
  entryKindOf,
  FORM_NAMES,
  type AnyForm,
  type FormField,
} from '../../../src/core/catalogue/entry-form.js';
import { describeEntries, UNPLACED } from '../../../src/platform/catalogue-files/describe-entries.js';
import { alerts } from '../../../src/platform/catalogue-files/schema/alerts.js';
import { ENTRY_SCHEMAS } from '../../../src/platform/catalogue-files/schema/entries.js';

const FORMS = describeEntries();
const fieldsOf = (form: AnyForm): FormField[] => FORMS[form].flatMap(({ fields }) => fields);

/** Every key that the schema knows. Rules in rules have the keys of the outer ones. */
function pathsOf(schema: Joi.Description, at = ''): string[] {
  const items = schema['items'] as Joi.Description[] | undefined;
  if (items) return pathsOf(items[0] ?? {}, at);
  return Object.entries((schema.keys ?? {}) as Record<string, Joi.Description>).flatMap(([key, each]) => [
    `${at}${key}`,
    ...pathsOf(each, `${at}${key}.`),
  ]);
}

const placesOf = (fields: readonly FormField[], at = ''): string[] =>
  fields.flatMap(({ key, fields: own = [] }) => [`${at}${key}`, ...placesOf(own, `${at}${key}.`)]);

describe('the forms of entries', () => {
  for (const form of [...FORM_NAMES, ALERTS_FORM])
    it(`${form} has a place for each field of its schema, once`, () => {
      const schema = form === ALERTS_FORM ? alerts : ENTRY_SCHEMAS[entryKindOf(form)];
      const paths = pathsOf(schema.describe());
      const wanted = paths.filter(
        (path) => !UNPLACED[form].some((each) => path === each || path.startsWith(`${each}.`)),
      );
      expect(placesOf(fieldsOf(form))).to.have.members(wanted);
    });

  it('an offer and a partner have together all that an offer may say', () => {
    const both = UNPLACED.offer.filter((key) => UNPLACED.partner.includes(key));
    expect(both).to.deep.equal(['kind']);
  });

  it('has words, values and limits as the schema says them', () => {
    const [offer, buyer] = [fieldsOf('offer'), fieldsOf('buyer')];
    const find = (fields: readonly FormField[], key: string) => fields.find((field) => field.key === key);
    expect(find(offer, 'price')).to.include({ label: 'Price', kind: 'money' });
    expect(find(offer, 'buyer')).to.include({ kind: 'entry', of: 'buyer', is_required: true });
    expect(find(offer, 'result_ttl')).to.include({ least: '1s', most: '30d', by_default: '30m' });
    expect(find(offer, 'consent_required')).to.include({ kind: 'flag', by_default: 'yes' });
    const rules = find(offer, 'eligibility')?.fields ?? [];
    const asked = (find(rules, 'field')?.options ?? []).find(({ value }) => value === 'address.state');
    expect(asked?.tests).to.deep.equal(['in', 'not_in']);
    expect(asked?.values?.map(({ value }) => value)).to.include('IL');
    const caps = find(buyer, 'caps')?.fields ?? [];
    expect(find(caps, 'limit')).to.include({ kind: 'number', least: 1, most: 1_000_000_000 });
    expect(find(caps, 'window')?.options?.map(({ label }) => label)).to.include.members(['Day', 'In total']);
  });
});
