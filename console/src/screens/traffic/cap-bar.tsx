import { Box, Group, Text } from '@mantine/core';
import { formatAgo, formatCount, formatShare } from '../../words/format';
import type { Cap } from './words';

const WIDTH = 100;
const NEARLY = 0.8;

const shareOf = ({ reserved, confirmed, limit }: Cap): number | null =>
  reserved === null || confirmed === null || limit === 0 ? null : (reserved + confirmed) / limit;

/** Rounded down, as on Now: a cap that has room is never shown as full. A small share keeps its tenths: 1 of 60 is 1.7%. */
const usedWords = (share: number): string =>
  formatShare(share < 0.1 ? share : Math.floor(share * 100 + 1e-9) / 100);

/** A cap as a bar: confirmed, reserved, and what is left. */
export function CapBar({ cap, isShort = false }: { readonly cap: Cap; readonly isShort?: boolean }) {
  const { limit, reserved, confirmed, left, resets_at: resetsAt } = cap;
  const share = shareOf(cap);
  const part = (count: number | null): number =>
    limit === 0 ? 0 : Math.min(WIDTH, ((count ?? 0) / limit) * WIDTH);
  const words =
    share === null
      ? 'Not known right now'
      : `${formatCount(confirmed)} confirmed, ${formatCount(reserved)} reserved, ${formatCount(left)} left of ${formatCount(limit)}`;
  const level = share === null ? 'plain' : share >= 1 ? 'bad' : share >= NEARLY ? 'wait' : 'good';
  return (
    <Box miw={isShort ? 110 : 180}>
      {!isShort && (
        <Group justify="space-between" gap="xs" wrap="nowrap" mb={3}>
          <Text size="sm" fw={550} className="foreign" component="span">
            {cap.owner}: {cap.name}
          </Text>
          <Text size="xs" c="dimmed" component="span" className="tabular">
            {share === null ? '' : usedWords(share)}
          </Text>
        </Group>
      )}
      <div className="cap-bar" role="img" aria-label={`${cap.name}: ${words}`} title={words}>
        <div data-level={level} style={{ width: `${part(confirmed)}%` }} />
        <div data-level={level} data-reserved style={{ width: `${part(reserved)}%` }} />
      </div>
      <Text size="xs" c="dimmed" mt={2} className="tabular">
        {isShort ? `${cap.name}: ${share === null ? '–' : usedWords(share)}` : words}
        {!isShort && (resetsAt === null ? ', never resets' : `, resets ${formatAgo(resetsAt)}`)}
      </Text>
    </Box>
  );
}
