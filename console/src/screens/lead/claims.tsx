import { Stack, Text } from '@mantine/core';
import { Link } from 'wouter';
import { Pill, type Tone } from '../../parts/notice';
import { Panel } from '../../parts/page';
import { Time } from '../../parts/time';
import { nameOf, shortId } from '../../words/lead-words';
import type { Lead } from './lead-screen';

const KINDS: Readonly<Record<Lead['claims'][number]['kind'], string>> = {
  email: 'E-mail address',
  phone: 'Phone number',
  name_address: 'Name and address',
  name_dob_zip: 'Name, date of birth and zip code',
};

/** Who has the person now, for each identity: why another lead of the person is a duplicate. */
export function ClaimsPanel({ claims }: Pick<Lead, 'claims'>) {
  if (claims.length === 0) return null;
  return (
    <Panel title="Duplicate checks on this person">
      <Stack gap={6}>
        {claims.map(({ kind, claimed_by: owners }) => (
          <Text key={kind} size="sm" component="div" className="foreign">
            <b>{KINDS[kind]}</b>:{' '}
            {owners.length === 0
              ? 'no other lead'
              : owners.map((owner) => (
                  <span key={owner.lead_id}>
                    {owner.is_this_lead ? (
                      'this lead'
                    ) : (
                      <Link href={`/leads/${owner.lead_id}`} className="link tabular">
                        lead {shortId(owner.lead_id)}
                      </Link>
                    )}{' '}
                    of {nameOf(owner.affiliate)} at {nameOf(owner.buyer)}, since <Time at={owner.since} />
                    .{' '}
                  </span>
                ))}
          </Text>
        ))}
      </Stack>
    </Panel>
  );
}

const STATES: Readonly<Record<Lead['caps_counted']['state'], readonly [words: string, tone: Tone]>> = {
  confirmed: ['Counts in these caps', 'good'],
  reserved: ['Reserved in these caps', 'wait'],
  released: ['No longer counts in any cap', 'plain'],
  given_back: ['The return gave back its places in these caps', 'plain'],
  not_counted: ['Not counted in any cap', 'plain'],
};

/** Where it counts. */
export function CapsCountedPanel({ caps_counted: { state, at, caps } }: Pick<Lead, 'caps_counted'>) {
  const [words, tone] = STATES[state];
  return (
    <Panel title="Caps">
      <Text size="sm" component="div">
        <Pill tone={tone}>{words}</Pill>{' '}
        {at !== null && (
          <>
            since <Time at={at} />
          </>
        )}
      </Text>
      {caps.map((cap) => (
        <Text key={`${cap.id} ${cap.window}`} size="sm" mt={4} className="foreign">
          {cap.owner}: {cap.name}
          {cap.window !== 'all' && <>, window {cap.window}</>}
        </Text>
      ))}
    </Panel>
  );
}
