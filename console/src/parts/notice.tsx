import type { ReactNode } from 'react';
import { Box, type BoxProps } from '@mantine/core';

export type Tone = 'good' | 'wait' | 'bad' | 'info' | 'plain';

interface NoticeParts extends BoxProps {
  readonly tone: Tone;
  readonly children: ReactNode;
}

/** A line that a reader must not miss. */
export const Notice = ({ tone, children, ...box }: NoticeParts) => (
  <Box className="notice" data-tone={tone} role={tone === 'bad' ? 'alert' : 'note'} fz="sm" {...box}>
    {children}
  </Box>
);

/** A short state, colored. */
export const Pill = ({
  tone,
  children,
  title,
}: {
  tone: Tone;
  children: ReactNode;
  title?: string | undefined;
}) => (
  <span className="pill" data-tone={tone} title={title}>
    {children}
  </span>
);
