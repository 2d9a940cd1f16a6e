import { useState } from 'react';
import { Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'wouter';
import { useMay } from '../../app/me';
import { permissionsOf, ROLE_NAMES } from '../../../../src/core/operators/roles.js';
import { answerOf, api } from '../../api/client';
import { Answered } from '../../parts/answered';
import { CountedTo } from '../../parts/counted-to';
import { EntryButtons } from '../../parts/entry-buttons';
import { Facts, Page, Panel } from '../../parts/page';
import { TestPost } from '../../parts/test-post';
import { counted } from '../../words/format';
import { nameOf } from '../../words/lead-words';
import { CapsPanel } from './caps-panel';
import { StatusPill, UnpricedPill } from './columns';
import { DestinationsPanel } from './destinations';
import { HoursFacts } from './hours-facts';
import { OfferTermsPanel } from './offer-terms';
import { SeriesCharts } from './series-charts';
import { SeriesRange, useSeriesFrom } from './series-range';
import { SwitchDialog } from './switch-dialog';
import { TimedChanges } from './timed-changes';
import type { Offer } from './words';

const FRESH_MS = 15_000;

/** An offer: what it does now, its caps, its addresses, and how it did. */
export const OfferScreen = () => {
  const { handle = '' } = useParams();
  const from = useFrom();
  const query = useQuery({
    queryKey: ['offers', handle, from],
    queryFn: ({ signal }) =>
      answerOf(
        api.GET('/api/v1/operator/offers/{handle}', {
          params: { path: { handle }, query: { from } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
    refetchInterval: FRESH_MS,
  });
  return <Answered query={query}>{(offer) => <OneOffer offer={offer} />}</Answered>;
};

/** The same for a partner's offer. */
export const PartnerScreen = () => {
  const { handle = '' } = useParams();
  const from = useFrom();
  const query = useQuery({
    queryKey: ['partners', handle, from],
    queryFn: ({ signal }) =>
      answerOf(
        api.GET('/api/v1/operator/partners/{handle}', {
          params: { path: { handle }, query: { from } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
    refetchInterval: FRESH_MS,
  });
  return <Answered query={query}>{(offer) => <OneOffer offer={offer} />}</Answered>;
};

/** The charts begin at the same moment while the screen is open. */
function useFrom(): string {
  const [openedAt] = useState(Date.now);
  return useSeriesFrom(openedAt);
}

/** A request like the next lead's, to see whether the destination takes it. */
const TestOffer = ({ handle }: { readonly handle: string }) =>
  useMay()('settle') && (
    <TestPost
      ask={(send) =>
        answerOf(
          api.POST('/api/v1/operator/offers/{handle}/test-post', {
            params: { path: { handle } },
            body: { send },
          }),
        )
      }
    />
  );

/** Which role has what this page lacks. */
function WhoPauses() {
  if (useMay()('pause')) return null;
  const roles = ROLE_NAMES.filter((role) => permissionsOf([role]).includes('pause'));
  return (
    <Text size="xs" c="dimmed" maw={190}>
      Pausing, testing and returns need the role {roles.join(' or ')}.
    </Text>
  );
}

const OneOffer = ({ offer }: { readonly offer: Offer }) => (
  <Page
    title={nameOf(offer)}
    about={
      <Group gap="xs">
        <StatusPill status={offer.status} />
        {offer.unpriced && <UnpricedPill />}
        <Text size="sm" component="span">
          {offer.kind === 'partner' ? 'A partner' : 'An offer'} of{' '}
          <Link href={`/buyers/${offer.buyer.handle ?? offer.buyer.id}`} className="link">
            {nameOf(offer.buyer)}
          </Link>
          {offer.buyer.status !== 'active' && <>, which is {offer.buyer.status}</>}
        </Text>
      </Group>
    }
    actions={
      <>
        <SeriesRange />
        <EntryButtons form={offer.kind === 'partner' ? 'partner' : 'offer'} handle={offer.handle} />
        <WhoPauses />
        {offer.handle !== null && <TestOffer handle={offer.handle} />}
        {offer.handle !== null && <SwitchDialog kind="offer" handle={offer.handle} status={offer.status} />}
      </>
    }
  >
    <TimedChanges changes={offer.timed_changes} />
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
      <CapsPanel caps={offer.caps} ledger={offer.ledger} />
      <Panel title="About">
        <Facts
          of={[
            ...HoursFacts(offer.hours, offer.status === 'active' ? offer.buyer.status : offer.status),
            ['Leads waiting', offer.waiting_leads > 0 ? counted(offer.waiting_leads, 'lead') : 'none'],
            ['Campaigns', offer.campaigns.map(nameOf).join(', ')],
            [
              'Leads',
              <Link key="leads" href={`/leads?offer=${offer.handle ?? offer.id}`} className="link">
                Show its leads
              </Link>,
            ],
          ]}
        />
      </Panel>
    </SimpleGrid>
    <OfferTermsPanel offer={offer} />
    <CountedTo what="The charts" to={offer.series.to} asOf={offer.as_of} />
    <SeriesCharts series={offer.series} />
    <Stack gap="md">
      <DestinationsPanel destinations={offer.destinations} />
    </Stack>
  </Page>
);
