import { Group, Radio } from '@mantine/core';

type Outcome = 'accepted' | 'rejected';

interface OutcomeParts {
  readonly value: Outcome | undefined;
  readonly onOutcome: (outcome: Outcome) => void;
}

/** What the buyer said. Nothing is chosen at first, since it is final. */
export const OutcomeField = ({ value, onOutcome }: OutcomeParts) => (
  <Radio.Group
    label="Outcome"
    aria-label="Outcome"
    description="What the buyer told you"
    required
    value={value ?? null}
    onChange={(chosen) => onOutcome(chosen === 'accepted' ? 'accepted' : 'rejected')}
  >
    <Group mt={6}>
      <Radio value="accepted" label="Accepted" />
      <Radio value="rejected" label="Rejected" />
    </Group>
  </Radio.Group>
);
