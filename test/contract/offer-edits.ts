import type { Question } from '../../src/core/catalogue/types.js';
import { IDS, testCatalogue, type CatalogueOverrides } from '../support/catalogue.js';

export const exclusive = (change: NonNullable<CatalogueOverrides['offers']>[string]): CatalogueOverrides => ({
  offers: { [IDS.exclusive]: change },
});

const [campusVisit, licence] = testCatalogue().offers.get(IDS.exclusive)!.questions as [Question, Question];
const SIZE = { ...licence, name: 'size', pattern: undefined as never };
const YEARS = { ...SIZE, name: 'years', type: 'number' } as const;
/** A fallback. */
export const LAST = { svc_offer_id: IDS.trueExclusive, tcpa_consent: true, answers: { campus_visit: 'yes' } };

/** What the operator may change at an offer after a lead was posted to it. */
export const EDITS: readonly (readonly [what: string, to: CatalogueOverrides, over?: object])[] = [
  ['the consent text', exclusive({ tcpa_text: 'Another text.' })],
  ['a question goes', exclusive({ questions: [licence] })],
  ['a question of numbers goes', exclusive({ questions: [licence] }), { years: '5', is_nurse: 'true' }],
  ['two questions of different kinds go', exclusive({ questions: [licence] }), { years: '5', size: '7' }],
  [
    'a question of numbers asks for text, and one of text for a number',
    exclusive({
      questions: [campusVisit, licence, { ...SIZE, name: 'years' }, { ...YEARS, name: 'size' }],
    }),
    { years: '5', size: '7' },
  ],
  ['a question has other options', exclusive({ questions: [{ ...campusVisit, options: [] }, licence] })],
  [
    'an extra key becomes a question',
    exclusive({ questions: [campusVisit, licence, { ...licence, name: 'hobby' }] }),
    { hobby: 'golf' },
  ],
  [
    'the consent text and a question of a fallback',
    {
      campaign: { allow_fallbacks: true },
      offers: { [IDS.trueExclusive]: { tcpa_text: 'Another text.', questions: [licence] } },
    },
    { fallbacks: [LAST] },
  ],
];

/** What the offers are before: questions that only some posts answer. */
export const UNEDITED: CatalogueOverrides = {
  campaign: { allow_fallbacks: true },
  offers: {
    [IDS.exclusive]: {
      questions: [campusVisit, licence, YEARS, SIZE, { ...SIZE, name: 'is_nurse', type: 'checkbox' }],
    },
    [IDS.trueExclusive]: { questions: [campusVisit] },
  },
};
