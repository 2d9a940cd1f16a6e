import type { ReactNode } from 'react';
import { Box, Group, Text } from '@mantine/core';
import { Link } from 'wouter';
import { sentenceOf } from '../api/api-problem';
import type { components } from '../api/schema';
import { nameOf, shortId } from '../words/lead-words';
import { LeadPill } from './lead-pill';
import { Notice } from './notice';
import { Time } from './time';

export type Found = components['schemas']['Found'];

type FoundEntry = Found['entries'][number];

const KINDS: Readonly<Record<FoundEntry['kind'], string>> = {
  offer: 'Offer',
  partner: 'Partner',
  buyer: 'Buyer',
  affiliate: 'Affiliate',
  campaign: 'Campaign',
};

/** Where an entry of the catalogue is shown. */
export const placeOf = ({ kind, handle }: FoundEntry): string => `/${kind}s/${handle}`;

interface ListParts {
  readonly found: Found | undefined;
  readonly error: Error | null;
  readonly onChosen: () => void;
}

/** What was found, where it is more than one record, or nothing. */
export function FoundList({ found, error, onChosen }: ListParts) {
  if (error) return <Notice tone="bad">{sentenceOf(error)}</Notice>;
  if (!found) return null;
  const { entries, leads, searches, refused_calls: calls, has_more, person } = found;
  return (
    <Box p="xs">
      {entries.length + leads.length + searches.length + calls.length === 0 && (
        <Text size="sm" p="xs">
          Nothing found.{' '}
          {person === 'not_possible' &&
            'Can’t search for people, because the console has no IDENTITY_SECRET.'}
          {person === 'looked' && 'This includes people and click ids.'}
          <Text size="xs" c="dimmed" component="div">
            You can search for IDs, email addresses, phone numbers, buyers’ references, click IDs, and the
            names of offers, buyers, affiliates and campaigns. You can’t search for people by name.
          </Text>
        </Text>
      )}
      {entries.map((entry) => (
        <Row key={entry.id} to={placeOf(entry)} onChosen={onChosen}>
          <Text size="sm" component="span" flex={1} className="cut">
            {entry.name}
          </Text>
          <Text size="xs" c="dimmed" component="span">
            {KINDS[entry.kind]}
          </Text>
        </Row>
      ))}
      {leads.map((lead) => (
        <Row key={lead.id} to={`/leads/${lead.id}`} onChosen={onChosen}>
          <Text size="sm" component="span" className="tabular" fw={600}>
            {shortId(lead.id)}
          </Text>
          <LeadPill lead={lead} />
          <Text size="sm" component="span" flex={1} className="cut">
            {nameOf(lead.offer)} · {nameOf(lead.affiliate)}
          </Text>
          <Time at={lead.received_at} />
        </Row>
      ))}
      {searches.map((search) => (
        <Row key={search.id} to={`/searches/${search.id}`} onChosen={onChosen}>
          <Text size="sm" component="span" flex={1} className="cut">
            Search {shortId(search.id)} · {nameOf(search.campaign)}
          </Text>
          <Time at={search.created_at} />
        </Row>
      ))}
      {calls.map((call) => (
        <Row
          key={`${call.request_id} ${call.at}`}
          to={`/refused-calls?request_id=${encodeURIComponent(call.request_id)}&last=14d`}
          onChosen={onChosen}
        >
          <Text size="sm" component="span" flex={1} className="cut">
            Refused call: {call.code} {call.field}
          </Text>
          <Time at={call.at} />
        </Row>
      ))}
      {has_more && (
        <Text size="xs" c="dimmed" p="xs">
          There are more. Use the filters on Leads.
        </Text>
      )}
    </Box>
  );
}

interface RowParts {
  readonly to: string;
  readonly onChosen: () => void;
  readonly children: ReactNode;
}

const Row = ({ to, onChosen, children }: RowParts) => (
  <Link href={to} className="nav-link" onClick={onChosen}>
    <Group gap="xs" wrap="nowrap" w="100%">
      {children}
    </Group>
  </Link>
);
