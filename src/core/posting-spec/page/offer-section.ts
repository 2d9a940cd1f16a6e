import escape from 'escape-html';
import type { FormField } from '../../search/search-record.js';
import { curlOf } from '../curl-of.js';
import type { PostingOffer } from '../posting-spec.js';

/** Where the page sends test leads; absent where it stands alone. */
export type PostsTo = string | undefined;

const list = (items: readonly string[]): string =>
  items.length === 0
    ? '<p>None.</p>'
    : `<ul>${items.map((item) => `<li>${escape(item)}</li>`).join('')}</ul>`;

const table = (heads: readonly string[], rows: readonly (readonly string[])[]): string => {
  const cells = (tag: string, row: readonly string[]): string =>
    `<tr>${row.map((cell) => `<${tag}>${escape(cell)}</${tag}>`).join('')}</tr>`;
  return rows.length === 0
    ? '<p>None.</p>'
    : `<table><thead>${cells('th', heads)}</thead><tbody>${rows.map((row) => cells('td', row)).join('')}</tbody></table>`;
};

const paid = (payout: number | undefined): string => (payout === undefined ? '–' : payout.toFixed(2));

/** By program where programs are paid differently, else the one payout. */
function payoutWords({ payout, programs }: PostingOffer): string {
  const [first, ...others] = programs.map((program) => program.payout);
  if (others.every((other) => other === first)) return paid(programs.length > 0 ? first : payout);
  return programs.map((program) => `${program.label} ${paid(program.payout)}`).join('; ');
}

const neededOf = ({ required, required_when }: FormField): string => {
  if (required) return 'yes';
  return required_when ? `for ${required_when.program_ids.join(', ')}` : 'no';
};

const formOf = ({ type, options, pattern }: FormField): string => {
  const values = options ? `: ${options.map(({ value }) => value).join(', ')}` : '';
  return `${type}${values}${pattern === undefined ? '' : ` that ${pattern} matches`}`;
};

/** A call of the sample as somebody types it; `$BASE` and `$KEY` are the reader's own. */
const callOf = (sample: object): string =>
  curlOf('$BASE/api/v1/engine/leads', 'Authorization: Bearer $KEY', sample);

const testForm = (offer: PostingOffer, to: string): string =>
  `<h3>Send a test lead</h3><form data-to="${escape(to)}"><label>The request; it is always sent as a test lead
<textarea spellcheck="false">${escape(JSON.stringify(offer.sample, null, 2))}</textarea></label>
<button>Send the test lead</button><output><pre aria-label="The answer"></pre></output></form>`;

const directPost = (offer: PostingOffer, to: PostsTo): string => {
  const curl = `curl-${offer.id}`;
  return `<h3>Request</h3><pre id="${escape(curl)}" data-call>${escape(callOf(offer.sample ?? {}))}</pre>
${to === undefined ? '' : `<button type="button" data-copies="${escape(curl)}">Copy as curl</button>${testForm(offer, to)}`}
<details><summary>JSON Schema of the request</summary><pre>${escape(JSON.stringify(offer.schema, null, 2))}</pre></details>`;
};

/** One offer, for people. Every text of the catalogue is escaped. */
export function offerSection(offer: PostingOffer, to: PostsTo): string {
  const { name, school, posting, is_active, tcpa_text, consent_required } = offer;
  const direct = posting === 'direct';
  return `<section><h2>${escape(name)}</h2>
<p>${school ? `${escape(school.name)}. ` : ''}${is_active ? '' : '<strong>Takes no leads now.</strong> '}${direct ? `Offer id <code>${escape(offer.id)}</code>. ` : 'Takes results of a search alone. '}Sold as ${escape(offer.offer_type)}. Payout: ${escape(payoutWords(offer))}.</p>
<h3>Consent ${consent_required ? '(required)' : ''}</h3><blockquote>${escape(tcpa_text ?? 'No statement is to be shown.')}</blockquote>
<h3>Who is eligible</h3>${list(offer.eligibility)}
<h3>Required lead fields</h3>${list(offer.required_fields)}
<h3>Programs</h3>${table(
    ['program_id', 'name', 'payout', 'also required', 'also eligible'],
    offer.programs.map((program) => [
      ...[program.value, program.label, paid(program.payout)],
      ...[program.required_fields.join(', '), program.eligibility.join('; ')],
    ]),
  )}
<h3>Questions</h3>${table(
    ['key', 'question', 'required', 'answer'],
    offer.questions.map((field) => [field.name, field.label ?? '', neededOf(field), formOf(field)]),
  )}
${direct ? directPost(offer, to) : ''}${offer.only_submit.length > 0 ? `<h3>Not in the schema</h3>${list(offer.only_submit)}` : ''}</section>`;
}
