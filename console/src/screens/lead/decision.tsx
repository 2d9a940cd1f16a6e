import { Box, Text } from '@mantine/core';
import type { Tone } from '../../parts/notice';
import { formatLength } from '../../words/format';
import { codeWords, nameOf, stateWords } from '../../words/lead-words';
import { refusalWords } from '../../words/refusal-words';
import type { Lead } from './lead-screen';

const toneOf = ({ decision, state }: Lead): Tone =>
  decision ? codeWords(decision.code).tone : stateWords(state).tone;

/** The lead's story in a sentence or two. */
export function Decision({ lead }: { readonly lead: Lead }) {
  return (
    <Box className="notice" data-tone={toneOf(lead)} py="md" px="lg">
      <Text fw={600} className="foreign" component="p" m={0}>
        {sentenceOf(lead)}
      </Text>
      <Text size="sm" mt={4} component="p" m={0}>
        {nextOf(lead)}
      </Text>
    </Box>
  );
}

const sentOf = ({ attempts }: Lead): string => {
  const last = attempts.at(-1);
  return last ? nameOf(last.buyer) : 'the buyer';
};

function sentenceOf(lead: Lead): string {
  const { decision, buyer, returns } = lead;
  const told = (lead as { readonly sentence?: string }).sentence;
  if (told !== undefined) return told;
  if (!decision) return undecided(lead);
  const ms = new Date(decision.at).getTime() - new Date(lead.received_at).getTime();
  const when = ms < 1_000 ? 'at once' : `${formatLength(ms)} after it came in`;
  if (decision.code === 'ACCEPTED') {
    const isReturned = returns.some(({ undone }) => undone === null);
    return `${nameOf(buyer)} accepted it, ${when}.${isReturned ? ' Later it was returned.' : ''}`;
  }
  const why = decision.refusal ? refusalWords(decision.refusal) : '';
  return `${decision.reason.replace(/ - (Client|Offer)$/, '')}, ${when}. ${why}`;
}

function undecided(lead: Lead): string {
  const words: Readonly<Record<string, string>> = {
    queued: 'It is queued and will be evaluated.',
    working: 'It is being evaluated.',
    sending: `It is being sent to ${sentOf(lead)}.`,
    waiting: 'It could not be sent yet, and will be sent again.',
    saved: `It is saved until ${nameOf(lead.buyer)} opens.`,
    pending: `${sentOf(lead)} has it and has not decided yet.`,
    unknown: `It was sent, and nobody knows whether ${sentOf(lead)} has it.`,
  };
  return words[lead.state] ?? stateWords(lead.state).words;
}

function nextOf(lead: Lead): string {
  const { next_step: next } = lead as { readonly next_step?: { readonly sentence: string } };
  if (next) return next.sentence;
  if (lead.state === 'unknown') return 'Ask the buyer, then settle it.';
  if (lead.state === 'pending')
    return 'Leadkeep asks the buyer again by itself. You can settle it if the buyer told you.';
  return '';
}
