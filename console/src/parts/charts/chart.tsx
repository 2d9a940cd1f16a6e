import { lazy, Suspense } from 'react';
import { Box, Skeleton } from '@mantine/core';
import { ErrorBoundary } from '../../app/error-boundary';

/** One line or kind of bar: the member of the data, its words, and its color. */
export interface Series {
  readonly name: string;
  readonly label: string;
  readonly color: string;
  /** Another period. */
  readonly isDashed?: boolean;
  /** What is counted in something else has the axis on the right, and its own format. */
  readonly right?: Scale;
}

/** How the numbers of an axis are written. */
export interface Scale {
  readonly format: (value: number) => string;
  /** Counts have no fractions. */
  readonly isWhole?: boolean;
}

export interface ChartParts {
  readonly kind: 'lines' | 'bars';
  readonly data: readonly Record<string, string | number | null>[];
  /** The member on the horizontal axis. */
  readonly by: string;
  readonly series: readonly Series[];
  readonly format: (value: number) => string;
  readonly isWhole?: boolean;
  /** Bars of several series stand side by side; otherwise on each other. */
  readonly isGrouped?: boolean;
  /** The time that is not over. */
  readonly running?: string | undefined;
  readonly height?: number;
  /** What the picture shows, for those who can't see it. The numbers stand in a table beside it. */
  readonly title: string;
}

const Charts = lazy(() => import('./charts'));

export const COLORS = {
  good: 'light-dark(#1a8f6f, #4cc9a9)',
  bad: 'light-dark(#c2413b, #ff8a80)',
  wait: 'light-dark(#b7791f, #f3c969)',
  info: 'light-dark(#2b6cb0, #7db4f5)',
  plain: 'light-dark(#7d8a86, #93a09c)',
} as const;

/** A chart. Its library is loaded when the first one is shown. */
export const Chart = (parts: ChartParts) => (
  <Box role="img" aria-label={parts.title}>
    <ErrorBoundary>
      <Suspense fallback={<Skeleton h={parts.height ?? 260} aria-busy />}>
        <Charts {...parts} />
      </Suspense>
    </ErrorBoundary>
  </Box>
);
