import { Box, Text } from '@mantine/core';
import type { Tone } from '../../parts/notice';
import { Time } from '../../parts/time';
import { codeWords, stateWords } from '../../words/lead-words';
import type { Lead } from './lead-screen';

const toneOf = ({ decision, returned_at, state }: Lead): Tone => {
  if (returned_at !== null) return codeWords('RETURNED').tone;
  return decision ? codeWords(decision.code).tone : stateWords(state).tone;
};

/** What became of the lead in a sentence, and what should happen next. */
export const Decision = ({ lead }: { readonly lead: Lead }) => (
  <Box className="notice" data-tone={toneOf(lead)} py="md" px="lg">
    <Text fw={600} className="foreign" component="p" m={0}>
      {lead.summary}
    </Text>
    <Text size="sm" mt={4} component="p" m={0}>
      {lead.next_step.sentence}
      {lead.next_step.at !== null && new Date(lead.next_step.at) > new Date() && (
        <>
          {' '}
          ({lead.next_step.action === null ? 'next' : 'from'} <Time at={lead.next_step.at} />)
        </>
      )}
    </Text>
  </Box>
);
