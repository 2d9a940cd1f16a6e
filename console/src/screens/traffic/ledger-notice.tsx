import { Notice } from '../../parts/notice';

const WORDS: Readonly<Record<string, string>> = {
  rebuilding: 'The cap ledger is being rebuilt; counts are known after it.',
  stale:
    'A cap is new, or Redis was replaced. The caps are counted again within seconds; counts are not known until then.',
  none: 'What counts for caps is not counted yet, so these numbers are not known. The next lead has it counted.',
  unsuitable: 'The cap ledger can’t be trusted on this Redis; counts are not known.',
};

/** Says when the counts of caps are not what they seem. */
export const LedgerNotice = ({ ledger }: { readonly ledger: string }) =>
  ledger === 'sound' ? null : (
    <Notice tone={ledger === 'none' ? 'info' : 'wait'}>
      {WORDS[ledger] ?? 'The cap ledger is not sound.'}
    </Notice>
  );
