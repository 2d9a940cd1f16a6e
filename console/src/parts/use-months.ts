import { useQuery } from '@tanstack/react-query';
import { answerOf, api } from '../api/client';
import { lastMonths } from '../words/days';

const FALLBACK = 24;

/**
 * The months of the books, the newest first: those of the accounting zone, where a month begins at another time than here.
 * Empty until they are known.
 */
export function useMonths(): readonly string[] {
  const { data, error } = useQuery({
    queryKey: ['periods'],
    queryFn: ({ signal }) => answerOf(api.GET('/api/v1/operator/periods', { signal })),
  });
  if (!data && !error) return [];
  const known = (data?.periods ?? []).map(({ month }) => month).toReversed();
  return known.length > 0 ? known : lastMonths(new Date().toISOString().slice(0, 10), FALLBACK);
}
