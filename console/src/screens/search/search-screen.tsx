import { Grid, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'wouter';
import { answerOf, api } from '../../api/client';
import type { components } from '../../api/schema';
import { Answered } from '../../parts/answered';
import { CopyId } from '../../parts/copy-id';
import { Pill } from '../../parts/notice';
import { Facts, Page, Panel } from '../../parts/page';
import { PersonPanel } from '../../parts/person-panel';
import { PlainState } from '../../parts/states';
import { Time } from '../../parts/time';
import { Timeline } from '../../parts/timeline';
import { useRevealed } from '../../parts/use-revealed';
import { nameOf, shortId } from '../../words/lead-words';
import { OfferVerdicts } from './offer-verdicts';
import { PartnersTable, ResultsTable, SlotsTable } from './search-tables';

export type Search = components['schemas']['Search'];

const useSearch = (id: string) =>
  useQuery({
    queryKey: ['search', id],
    queryFn: ({ signal }) =>
      answerOf(api.GET('/api/v1/operator/searches/{id}', { params: { path: { id } }, signal })),
    refetchInterval: ({ state: { data } }) => (data && data.state !== 'done' ? 5_000 : false),
  });

/** When the last result expires. Null: there is none that could be submitted. */
const lastExpiry = ({ results }: Search): string | null =>
  results.reduce<string | null>(
    (last, { expires_at: at }) => (last === null || new Date(at) > new Date(last) ? at : last),
    null,
  );

/** Per offer why it was shown or not, and what became of the search. */
export default function SearchScreen() {
  const { id = '' } = useParams();
  const query = useSearch(id);
  const [revealed, setRevealed] = useRevealed<Search>();
  return (
    <Answered query={query}>
      {(search) => (
        <Page
          title={`Search ${shortId(search.id)}`}
          about={
            <Group gap="xs">
              <Pill tone={search.state === 'done' ? 'plain' : 'wait'}>
                {search.state === 'done' ? 'Complete' : 'Still running'}
              </Pill>
              {search.is_test && <Pill tone="plain">Test search</Pill>}
              <Text size="sm" component="span">
                <Time at={search.created_at} /> (<Time at={search.created_at} ago />)
              </Text>
              <CopyId id={search.id} />
            </Group>
          }
        >
          <Grid gap="md">
            <Grid.Col span={{ base: 12, md: 8 }}>
              <Stack gap="md">
                <OfferVerdicts search={search} />
                <Panel title="Results, best first" flush>
                  {search.results.length === 0 ? (
                    <PlainState title="No results">No offers were shown.</PlainState>
                  ) : (
                    <ResultsTable search={search} />
                  )}
                </Panel>
                {search.partners.length > 0 && (
                  <Panel title="Partners" flush>
                    <PartnersTable search={search} />
                  </Panel>
                )}
                {search.slots.length > 0 && (
                  <Panel title="Leads from this search" flush>
                    <SlotsTable search={search} />
                  </Panel>
                )}
                <Panel title="Timeline">
                  <Timeline start={search.created_at} entries={search.timeline} />
                </Panel>
              </Stack>
            </Grid.Col>
            <Grid.Col span={{ base: 12, md: 4 }}>
              <Stack gap="md">
                <Panel title="About">
                  <Facts
                    of={[
                      ['Affiliate', nameOf(search.affiliate)],
                      ['Campaign', nameOf(search.campaign)],
                      ['Request id', search.request_id],
                      ['Searched', search.run > 1 ? `${search.run} times` : 'once'],
                      [
                        'Catalogue',
                        search.catalogue_version !== null && `version ${search.catalogue_version}`,
                      ],
                      ['Takes new results until', <Time key="open" at={search.open_until} />],
                      ['Takes submits until', <Time key="last" at={lastExpiry(search)} />],
                    ]}
                  />
                </Panel>
                <PersonPanel
                  record={revealed?.id === search.id ? revealed : search}
                  kind="search"
                  onReveal={setRevealed}
                />
              </Stack>
            </Grid.Col>
          </Grid>
        </Page>
      )}
    </Answered>
  );
}
