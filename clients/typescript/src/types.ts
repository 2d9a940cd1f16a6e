import type { components } from './schema.js';

type Schemas = components['schemas'];
export type SearchRequest = Schemas['SearchRequest'];
export type SubmitRequest = Schemas['ResultSubmit'] | Schemas['DirectSubmit'];
export type DupeCheckRequest = Schemas['DupeCheckRequest'];
export type PostingSpec = Schemas['PostingSpec'];
export type Results = Schemas['Results'];
export type Statement = Schemas['Statement'];
/** What became of a lead. `code` tells what; a later service may have codes that this client does not know. */
export type Decision = Schemas['SubmitAnswer'];
export type LeadFeed = Schemas['LeadFeed'];
/** A change of a lead, with its decision right after it. */
export type LeadChange = Omit<Schemas['LeadChange'], 'answer'> & {
  readonly answer: Omit<Decision, 'request_id'>;
};
