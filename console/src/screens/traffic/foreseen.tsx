import { Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { sentenceOf } from '../../api/api-problem';
import { Notice } from '../../parts/notice';

const TYPING_MS = 400;

interface ForeseenParts<Body> {
  /** Undefined: not all is typed yet. */
  readonly body: Body | undefined;
  /** Asks what it would do. Nothing is changed. */
  readonly ask: (
    body: Body,
  ) => Promise<{ readonly sentence: string; readonly open_results_below: number | null }>;
}

/** What a change would do, in the service's words, while somebody types it. */
export function Foreseen<Body extends object>({ body, ask }: ForeseenParts<Body>) {
  const [asked] = useDebouncedValue(body && JSON.stringify(body), TYPING_MS);
  const query = useQuery({
    queryKey: ['foreseen', asked],
    queryFn: () => ask(JSON.parse(asked ?? '') as Body),
    enabled: asked !== undefined,
    gcTime: 0,
    placeholderData: keepPreviousData,
  });
  if (asked === undefined || body === undefined) return null;
  if (query.error) return <Notice tone="bad">{sentenceOf(query.error)}</Notice>;
  if (!query.data) return null;
  return (
    <Notice tone={(query.data.open_results_below ?? 0) > 0 ? 'wait' : 'info'}>
      <Text size="sm" className="foreign">
        {query.data.sentence}
      </Text>
    </Notice>
  );
}
