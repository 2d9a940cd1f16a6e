import { useEffect } from 'react';
import { Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
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
  // Not a query: what is done is read again everywhere, and would be asked again then.
  const { mutate, data, error } = useMutation({
    mutationFn: (text: string) => ask(JSON.parse(text) as Body),
  });
  useEffect(() => {
    if (asked !== undefined) mutate(asked);
  }, [asked, mutate]);
  if (asked === undefined || body === undefined) return null;
  if (error) return <Notice tone="bad">{sentenceOf(error)}</Notice>;
  if (!data) return null;
  return (
    <Notice tone={(data.open_results_below ?? 0) > 0 ? 'wait' : 'info'}>
      <Text size="sm" className="foreign">
        {data.sentence}
      </Text>
    </Notice>
  );
}
