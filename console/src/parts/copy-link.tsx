import { Button, CopyButton } from '@mantine/core';
import { Check, Link2 } from 'lucide-react';

/** Copies the address, which shows the same to others. */
export const CopyLink = ({ words }: { readonly words: string }) => (
  <CopyButton value={window.location.href}>
    {({ copied, copy }) => (
      <Button
        variant="default"
        leftSection={copied ? <Check size={15} aria-hidden /> : <Link2 size={15} aria-hidden />}
        onClick={copy}
      >
        {copied ? 'Copied' : words}
      </Button>
    )}
  </CopyButton>
);
