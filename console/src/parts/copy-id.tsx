import { CopyButton, UnstyledButton } from '@mantine/core';
import { Check, Copy } from 'lucide-react';

/** An id in full, to be copied. */
export const CopyId = ({ id, label = 'id' }: { readonly id: string; readonly label?: string }) => (
  <CopyButton value={id}>
    {({ copied, copy }) => (
      <UnstyledButton
        fz="xs"
        c="dimmed"
        className="tabular foreign"
        onClick={copy}
        aria-label={`Copy the ${label} ${id}`}
      >
        {label === 'id' ? id : 'copy'}{' '}
        {copied ? <Check size={12} aria-hidden /> : <Copy size={12} aria-hidden />}
      </UnstyledButton>
    )}
  </CopyButton>
);
