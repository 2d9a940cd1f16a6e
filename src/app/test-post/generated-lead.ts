import type { Offer } from '../../core/catalogue/types.js';
import type { Geo } from '../../core/lead/geo.js';
import { sampleAnswers, sampleLead } from '../../core/test-post/sample-lead.js';
import type { TestPostInput } from '../../core/test-post/test-post-lead.js';
import { sampleRequest } from './read-test-post-file.js';

/** A made-up person that fits the rules of the offer. */
export function generatedLead(offer: Offer, program: string | undefined, now: Date, geo: Geo): TestPostInput {
  const program_id = program ?? offer.programs[0]?.value;
  const made = sampleRequest(sampleLead(offer, program_id, now, geo));
  const answers = sampleAnswers(offer.questions);
  return { ...made, answers, ...(program_id === undefined ? {} : { program_id }) };
}
