import { Grid, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'wouter';
import { answerOf, api } from '../../api/client';
import type { components } from '../../api/schema';
import { Answered } from '../../parts/answered';
import { CopyId } from '../../parts/copy-id';
import { LeadPill } from '../../parts/lead-pill';
import { Pill } from '../../parts/notice';
import { Page, Panel } from '../../parts/page';
import { PersonPanel } from '../../parts/person-panel';
import { Time } from '../../parts/time';
import { Timeline } from '../../parts/timeline';
import { useRevealed } from '../../parts/use-revealed';
import { shortId } from '../../words/lead-words';
import { AttemptsTable } from './attempts';
import { ChecksPanel } from './checks';
import { CapsCountedPanel, ClaimsPanel } from './claims';
import { ConsentProofPanel } from './consent-proof';
import { Decision } from './decision';
import { ExchangesPanel } from './exchanges';
import { LeadActs } from './lead-acts';
import { LeadFacts } from './lead-facts';
import { ReturnsPanel } from './returns';
import { StagesPanel } from './stages';

export type Lead = components['schemas']['Lead'];

/** Undecided leads move by themselves, and what is still to be done is done within seconds. */
const FRESH_MS = 5_000;

const useLead = (id: string) =>
  useQuery({
    queryKey: ['lead', id],
    queryFn: ({ signal }) =>
      answerOf(api.GET('/api/v1/operator/leads/{id}', { params: { path: { id } }, signal })),
    refetchInterval: ({ state: { data } }) =>
      data && (data.decision === null || data.pending_effects.length > 0) ? FRESH_MS : false,
  });

/** What happened to a lead, why, and what can be done. */
export default function LeadScreen() {
  const { id = '' } = useParams();
  const query = useLead(id);
  const [revealed, setRevealed] = useRevealed<Lead>();
  return (
    <Answered query={query}>
      {(lead) => (
        <OneLead lead={lead} shown={revealed?.id === lead.id ? revealed : undefined} onReveal={setRevealed} />
      )}
    </Answered>
  );
}

interface OneParts {
  readonly lead: Lead;
  readonly shown: Lead | undefined;
  readonly onReveal: (lead: Lead) => void;
}

const OneLead = ({ lead, shown, onReveal }: OneParts) => (
  <Page
    title={`Lead ${shortId(lead.id)}`}
    about={
      <Group gap="xs">
        <LeadPill lead={lead} />
        {lead.is_test && <Pill tone="plain">Test lead</Pill>}
        <Text size="sm" component="span">
          received <Time at={lead.received_at} /> (<Time at={lead.received_at} ago />)
        </Text>
        <CopyId id={lead.id} />
        {lead.search_id !== null && (
          <Link href={`/searches/${lead.search_id}`} className="link">
            View search
          </Link>
        )}
      </Group>
    }
    actions={<LeadActs lead={lead} />}
  >
    <Decision lead={lead} />
    <Grid gap="md">
      <Grid.Col span={{ base: 12, md: 7 }}>
        <Stack gap="md">
          <ChecksPanel lead={lead} />
          {lead.attempts.length > 0 && (
            <Panel title="Sent to the buyer" flush>
              <AttemptsTable lead={lead} />
            </Panel>
          )}
          <ExchangesPanel key={lead.id} lead={lead} />
          <ReturnsPanel lead={lead} />
          <StagesPanel lead={lead} />
          <ClaimsPanel claims={lead.claims} />
          <CapsCountedPanel caps_counted={lead.caps_counted} />
          <Panel title="Timeline">
            <Timeline start={lead.received_at} entries={lead.timeline} />
          </Panel>
        </Stack>
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 5 }}>
        <Stack gap="md">
          <LeadFacts lead={lead} />
          <PersonPanel record={shown ?? lead} kind="lead" onReveal={onReveal} />
          {!lead.is_test && <ConsentProofPanel key={lead.id} leadId={lead.id} />}
        </Stack>
      </Grid.Col>
    </Grid>
  </Page>
);
