import type { ReactNode } from 'react';
import type { UseQueryResult } from '@tanstack/react-query';
import { sentenceOf } from '../api/api-problem';
import { Notice } from './notice';
import { LoadingState, ProblemState } from './states';

interface AnsweredParts<Data> {
  readonly query: UseQueryResult<Data>;
  readonly children: (data: Data) => ReactNode;
  readonly loading?: ReactNode;
}

/** What a query answered, or why not. Older data stays, with a line that says that it is older. */
export function Answered<Data>({ query, children, loading = <LoadingState /> }: AnsweredParts<Data>) {
  const { data, error, refetch, isPlaceholderData } = query;
  if (data === undefined)
    return error ? <ProblemState error={error} again={() => void refetch()} /> : loading;
  return (
    <div aria-busy={isPlaceholderData} style={isPlaceholderData ? { opacity: 0.6 } : undefined}>
      {error && (
        <Notice tone="wait" mb="sm">
          Can’t load newer data right now. This is from earlier. {sentenceOf(error)}
        </Notice>
      )}
      {children(data)}
    </div>
  );
}
