import escape from 'escape-html';
import type { PostingSpec } from '../posting-spec.js';
import { offerSection } from './offer-section.js';
import { PAGE_STYLE } from './style.js';

const frame = (title: string, head: string, body: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>${escape(title)}</title>${head}</head><body>${body}</body></html>
`;

const bodyOf = ({ campaign, offers, only_submit }: PostingSpec, about: string, to?: string): string =>
  `<main><h1>${escape(campaign.name)}</h1><p>${escape(about)}</p>
<p>Campaign <code>${escape(campaign.id)}</code>, affiliate <code>${escape(campaign.svc_affiliate_id)}</code>.${campaign.is_active ? '' : ' <strong>The campaign takes no leads now.</strong>'}
At most ${campaign.max_accepted_submissions} leads of one search may be accepted. A direct post may${campaign.allow_fallbacks ? '' : ' not'} name <code>fallbacks</code>.</p>
<section><h2>How to call</h2><p>Post to <code data-call>$BASE/api/v1/engine/leads</code>${to === undefined ? ', where <code>$BASE</code> is the address that your contact gives you,' : ''} with the header <code>Authorization: Bearer $KEY</code>. <code>$KEY</code> is your API key.</p></section>
${offers.map((offer) => offerSection(offer, to)).join('\n')}
<section><h2>What only a submit can refuse</h2><ul>${only_submit.map((rule) => `<li>${escape(rule)}</li>`).join('')}</ul></section></main>`;

const moment = (at: Date): string => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/** The page as one file, which needs nothing else and has no script. */
export const postingFile = (spec: PostingSpec, now: Date): string =>
  frame(spec.campaign.name, `<style>${PAGE_STYLE}</style>`, bodyOf(spec, `As of ${moment(now)}.`));

/** The page of a link. `to` is the address, from the page's own, that takes test leads. */
export const postingPage = (
  spec: PostingSpec,
  { to, until }: { readonly to: string; readonly until: Date },
): string =>
  frame(
    spec.campaign.name,
    '<link rel="stylesheet" href="page.css"><script src="page.js" defer></script>',
    bodyOf(
      spec,
      `Always current. This link works until ${moment(until)}; everyone who has it can read this page and send test leads.`,
      to,
    ),
  );

/** What every link that does not work shows. */
export const DEAD_LINK_PAGE = frame(
  'The link does not work',
  '<link rel="stylesheet" href="page.css">',
  '<main><h1>The link does not work</h1><p>It has expired, was changed on its way, or its campaign has ended. Ask your contact for a new one.</p></main>',
);
