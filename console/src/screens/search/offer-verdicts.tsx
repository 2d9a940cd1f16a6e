import { Group, Stack, Text } from '@mantine/core';
import { Pill } from '../../parts/notice';
import { Panel } from '../../parts/page';
import { nameOf } from '../../words/lead-words';
import { checkWords } from '../../words/refusal-words';
import type { Search } from './search-screen';

type Verdict = Search['offers'][number];

/** Shown offers first, then those that were not, each with its reason. */
export function OfferVerdicts({ search }: { readonly search: Search }) {
  const offers = search.offers.toSorted((a, b) => Number(b.returned) - Number(a.returned));
  return (
    <Panel
      title={`Why each offer was shown or not (${offers.filter(({ returned }) => returned).length} shown)`}
    >
      {offers.length === 0 && <Text size="sm">No offer was evaluated yet, or the campaign has none.</Text>}
      <Stack gap="sm">
        {offers.map((each) => (
          <VerdictRow key={each.offer.id} verdict={each} />
        ))}
      </Stack>
    </Panel>
  );
}

const VerdictRow = ({
  verdict: { offer, returned, sentence, refusal, programs_out: out },
}: {
  readonly verdict: Verdict;
}) => (
  <div>
    <Group gap="xs">
      <Pill tone={returned ? 'good' : 'plain'}>{returned ? 'Shown' : 'Not shown'}</Pill>
      <Text size="sm" fw={600} component="span">
        {nameOf(offer)}
      </Text>
    </Group>
    {!returned && (
      <Text size="sm" mt={2} className="foreign">
        {sentence}{' '}
        {refusal && (
          <Text component="span" size="xs" c="dimmed">
            Rule {refusal.why} of the check “{checkWords(refusal.check)}”
          </Text>
        )}
      </Text>
    )}
    {out.map(({ program, sentence: why }) => (
      <Text key={program} size="xs" c="dimmed" className="foreign">
        Without program {program}: {why}
      </Text>
    ))}
  </div>
);
