import type { Offer } from '../../core/catalogue/types.js';
import type { Geo } from '../../core/lead/geo.js';
import { sampleAnswers, sampleLead } from '../../core/test-post/sample-lead.js';
import type { TestPostInput } from '../../core/test-post/test-post-lead.js';
import { readTestPostFile, sampleRequest } from '../../app/test-post/read-test-post-file.js';
import { CliError } from '../cli-error.js';
import { readSources } from '../read-sources.js';

/** The lead for the test post: the lead in the file, or a sample lead that fits the offer's rules. */
export function testPostInput(
  { lead: file, program }: { readonly lead?: string; readonly program?: string },
  offer: Offer,
  now: Date,
  geo: Geo,
): TestPostInput {
  const chosen = program === undefined ? {} : { program_id: program };
  const answers = sampleAnswers(offer.questions);
  if (file === undefined) {
    const program_id = program ?? offer.programs[0]?.value;
    const made = sampleRequest(sampleLead(offer, program_id, now, geo));
    return { ...made, answers, ...(program_id === undefined ? {} : { program_id }) };
  }
  const read = readTestPostFile(readSources([file])[0]?.text ?? '');
  if (!read.ok) throw new CliError(`${file} is not a lead: ${read.fault}`);
  return { answers, ...read.input, ...chosen };
}
