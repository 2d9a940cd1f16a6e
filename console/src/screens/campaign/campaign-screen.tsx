import { Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'wouter';
import { answerOf, api } from '../../api/client';
import { Answered } from '../../parts/answered';
import { ApiAccess } from '../../parts/api-access';
import { EntryButtons } from '../../parts/entry-buttons';
import { Facts, Page, Panel } from '../../parts/page';
import { PlainState } from '../../parts/states';
import { nameOf } from '../../words/lead-words';
import { StatusPill } from '../traffic/columns';
import { TimedChanges } from '../traffic/timed-changes';
import { LinkDialog } from './link-dialog';
import { OfferPanel } from './offer-panel';

/** A campaign: what its affiliate must know to post to it, and a link that tells them. */
export default function CampaignScreen() {
  const { handle = '' } = useParams();
  const query = useQuery({
    queryKey: ['campaigns', handle, 'posting'],
    queryFn: ({ signal }) =>
      answerOf(
        api.GET('/api/v1/operator/campaigns/{handle}/posting', { params: { path: { handle } }, signal }),
      ),
  });
  return (
    <Answered query={query}>
      {({
        campaign,
        affiliate,
        offers,
        currency,
        only_submit: onlySubmit,
        base_url: base,
        timed_changes: changes,
        ...rest
      }) => (
        <Page
          title={nameOf(campaign)}
          about={
            <Group gap="xs">
              <StatusPill status={campaign.status} />
              <Text size="sm" component="span">
                The posting specification of a campaign of{' '}
                <Link href={`/affiliates/${affiliate.handle ?? affiliate.id}`} className="link">
                  {nameOf(affiliate)}
                </Link>
                , as the catalogue has it now
              </Text>
            </Group>
          }
          actions={
            <>
              <EntryButtons form="campaign" handle={campaign.handle} />
              <LinkDialog handle={handle} isDead={affiliate.status !== 'active'} />
            </>
          }
        >
          <Stack gap="md">
            <TimedChanges changes={changes} />
            <Panel title="About">
              <Facts
                of={[
                  ['Campaign id', campaign.id],
                  ['Affiliate id', affiliate.id],
                  ['Of one search', `at most ${rest.max_accepted_submissions} may be accepted`],
                  [
                    'Fallbacks',
                    rest.allow_fallbacks
                      ? 'a direct post can name other offers to try if its own can’t take the lead'
                      : 'not allowed',
                  ],
                  [
                    'Leads',
                    <Link
                      key="leads"
                      href={`/leads?campaign=${campaign.handle ?? campaign.id}`}
                      className="link"
                    >
                      Show its leads
                    </Link>,
                  ],
                ]}
              />
            </Panel>
            <Panel title="How to call">
              <ApiAccess base={base} call={{ path: `/api/v1/engine/campaigns/${campaign.id}` }} />
            </Panel>
            {offers.length === 0 && (
              <PlainState title="No offers">
                The campaign has no offers, so it can’t sell anything.
              </PlainState>
            )}
            {offers.map((offer) => (
              <OfferPanel
                key={offer.id}
                offer={offer}
                currency={currency}
                campaign={campaign.handle}
                base={base}
              />
            ))}
            <Panel title="Only checked on submit">
              <ul>
                {onlySubmit.map((rule) => (
                  <li key={rule}>{rule}</li>
                ))}
              </ul>
            </Panel>
          </Stack>
        </Page>
      )}
    </Answered>
  );
}
