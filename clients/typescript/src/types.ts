import type { components, operations } from './schema.js';

type Schemas = components['schemas'];
export type SearchRequest = Schemas['SearchRequest'];
export type SubmitRequest = Schemas['ResultSubmit'] | Schemas['DirectSubmit'];
export type DupeCheckRequest = Schemas['DupeCheckRequest'];
export type PostingSpec = Schemas['PostingSpec'];
export type Results = Schemas['ResultsSoFar'] | Schemas['AllResults'];
export type Statement = Schemas['Statement'];
export type AllResults = Schemas['AllResults'];
/** What became of a lead. `code` tells which members it has. */
export type Decision = operations['submit']['responses'][200]['content']['application/json'];
export type LeadFeed = Schemas['LeadFeed'];
type WithoutCall<Answer> = Answer extends unknown ? Omit<Answer, 'request_id'> : never;

/** A change of a lead, with its decision right after it. */
export type LeadChange = Omit<Schemas['LeadChange'], 'answer'> & { readonly answer: WithoutCall<Decision> };
