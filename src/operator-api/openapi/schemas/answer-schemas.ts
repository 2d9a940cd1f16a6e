import type { Ref, TypeOf } from '../../../http/openapi/json-schema.js';
import { actSchemas } from './act-schemas.js';
import { campaignSchemas } from './campaign-schemas.js';
import { bookSchemas } from './book-schemas.js';
import { draftSchemas } from './draft-schemas.js';
import { alertSchemas } from './alert-schemas.js';
import { webhookSchemas } from './webhook-schemas.js';
import { keySchemas } from './key-schemas.js';
import { exchangeSchemas } from './exchange-schemas.js';
import { leadSchemas } from './lead-schemas.js';
import { nowSchemas } from './now-schemas.js';
import { peopleSchemas } from './people-schemas.js';
import { personSchemas } from './person-schemas.js';
import { partSchemas } from './parts.js';
import { reportSchemas } from './report-schemas.js';
import { savedViewSchemas } from './saved-view-schemas.js';
import { statementSchemas } from './statement-schemas.js';
import { searchSchemas } from './search-schemas.js';
import { suppressionSchemas } from './suppression-schemas.js';
import { trafficSchemas } from './traffic-schemas.js';

/** The schemas of all answers, by name. The handlers of routes are typed by them. */
export const answerSchemas = {
  ...leadSchemas,
  ...exchangeSchemas,
  ...actSchemas,
  ...keySchemas,
  ...bookSchemas,
  ...draftSchemas,
  ...searchSchemas,
  ...reportSchemas,
  ...savedViewSchemas,
  ...statementSchemas,
  ...nowSchemas,
  ...trafficSchemas,
  ...campaignSchemas,
  ...peopleSchemas,
  ...alertSchemas,
  ...webhookSchemas,
  ...suppressionSchemas,
  ...personSchemas,
  ...partSchemas,
};

export type AnswerName = keyof typeof answerSchemas;

/** What a handler returns for an answer with this schema. JSON writes its moments as text. */
export type AnswerOf<Name extends AnswerName> = Resolved<TypeOf<(typeof answerSchemas)[Name]>>;

type Resolved<T> =
  T extends Ref<infer Name>
    ? Name extends AnswerName
      ? AnswerOf<Name>
      : never
    : T extends Date
      ? T
      : T extends readonly (infer Item)[]
        ? readonly Resolved<Item>[]
        : T extends object
          ? { readonly [Key in keyof T]: Resolved<T[Key]> }
          : T;
