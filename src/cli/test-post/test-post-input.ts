import type { Catalogue, Offer } from '../../core/catalogue/types.js';
import type { Geo } from '../../core/lead/geo.js';
import { sampleAnswers } from '../../core/test-post/sample-lead.js';
import type { TestPostInput } from '../../core/test-post/test-post-lead.js';
import { generatedLead } from '../../app/test-post/generated-lead.js';
import { readTestPostFile } from '../../app/test-post/read-test-post-file.js';
import { CliError } from '../cli-error.js';
import { readSources } from '../read-sources.js';

/** The lead for the test post: the lead in the file, or a sample lead that fits the offer's rules. */
export function testPostInput(
  { lead: file, program }: { readonly lead?: string; readonly program?: string },
  { offer, catalogue }: { readonly offer: Offer; readonly catalogue: Catalogue },
  now: Date,
  geo: Geo,
): TestPostInput {
  if (file === undefined) return generatedLead(offer, program, now, geo);
  const loose_on = isSoldLoosely(offer, catalogue) ? now.toISOString().slice(0, 10) : undefined;
  const read = readTestPostFile(readSources([file])[0]?.text ?? '', { loose_on });
  if (!read.ok) throw new CliError(`${file} is not a lead: ${read.fault}`);
  const chosen = program === undefined ? {} : { program_id: program };
  return { answers: sampleAnswers(offer.questions), ...read.input, ...chosen };
}

/** Whether an affiliate that may send loose formats sells the offer. */
const isSoldLoosely = ({ id }: Offer, { campaigns }: Catalogue): boolean =>
  [...campaigns.values()].some(
    ({ offers, affiliate }) => offers.has(id) && affiliate.accept_loose_formats === true,
  );
