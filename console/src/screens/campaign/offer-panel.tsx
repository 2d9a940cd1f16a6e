import { Code, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { components } from '../../api/schema';
import { ApiAccess } from '../../parts/api-access';
import { Pill } from '../../parts/notice';
import { Facts, Panel } from '../../parts/page';
import { PayoutForTime } from '../traffic/amount-change';
import { PaidWords } from '../traffic/paid-words';

type Offer = components['schemas']['SpecifiedOffer'];

const lines = (texts: readonly ReactNode[]): ReactNode =>
  texts.length === 0 ? undefined : texts.map((text, at) => <div key={at}>{text}</div>);

const programOf = (program: Offer['programs'][number]) => (
  <>
    {program.label} (<Code>{program.value}</Code>)
    {lines([...program.eligibility, ...program.required_fields.map((field) => `needs ${field}`)])}
  </>
);

const questionOf = ({ name, label, type, required, options, pattern }: Offer['questions'][number]) => (
  <>
    {label ?? name} (<Code>{name}</Code>, {type}
    {required ? ', required' : ''}
    {pattern !== null && (
      <>
        , like <Code>{pattern}</Code>
      </>
    )}
    ){options.length > 0 && <>: {options.map(({ label: choice }) => choice).join(', ')}</>}
  </>
);

interface OfferParts {
  readonly offer: Offer;
  readonly currency: string;
  /** Its handle. Null: the catalogue does not have it. */
  readonly campaign: string | null;
  /** Where affiliates call. */
  readonly base: string | null;
}

/** What must be known to post to one offer. */
export const OfferPanel = ({ offer, currency, campaign, base }: OfferParts) => (
  <Panel
    title={<span className="foreign">{offer.name}</span>}
    actions={
      <>
        {!offer.is_active && <Pill tone="wait">Takes no leads now</Pill>}
        {offer.is_exclusive && <Pill tone="info">Exclusive</Pill>}
        {offer.posting === 'search' && <Pill tone="plain">Results of a search only</Pill>}
        {campaign !== null && offer.handle !== null && (
          <PayoutForTime
            offer={offer.handle}
            campaigns={[campaign]}
            programs={offer.programs.map(({ value, label }) => ({ value, label }))}
            currency={currency}
          />
        )}
      </>
    }
  >
    <Facts
      of={[
        ['Offer id', offer.id],
        ['Buyer pays → affiliate earns', <PaidWords key="paid" paid={offer} currency={currency} />],
        [
          'Consent text',
          offer.tcpa_text !== null &&
            `${offer.tcpa_text}${offer.consent_required ? ' (must be agreed to)' : ''}`,
        ],
        ['Required fields', offer.required_fields.join(', ')],
        ['Takes', offer.eligibility.length === 0 ? 'everybody' : lines(offer.eligibility)],
        ['Programs', lines(offer.programs.map(programOf))],
        ['Questions', lines(offer.questions.map(questionOf))],
        ['Only a submit refuses', lines(offer.only_submit)],
      ]}
    />
    {offer.sample !== null && (
      <details>
        <summary>
          <Text span size="sm">
            A test lead that can be posted
          </Text>
        </summary>
        <ApiAccess base={base} call={{ path: '/api/v1/engine/leads', body: offer.sample }} />
      </details>
    )}
  </Panel>
);
