import { Notice } from '../../parts/notice';

const WORDS: Readonly<Record<string, string>> = {
  rebuilding: 'The cap ledger is being rebuilt. Counts will be back when it’s done.',
  stale: 'A cap is new, or Redis was replaced. Counts will be back within seconds.',
  none: 'Caps haven’t been counted yet. The next lead starts the count.',
  unsuitable: 'The cap ledger can’t be trusted on this Redis, so there are no counts.',
};

/** Says when the counts of caps are not what they seem. */
export const LedgerNotice = ({ ledger }: { readonly ledger: string }) =>
  ledger === 'sound' ? null : (
    <Notice tone={ledger === 'none' ? 'info' : 'wait'}>
      {WORDS[ledger] ?? 'The cap ledger isn’t available.'}
    </Notice>
  );
