import { Textarea, type TextareaProps } from '@mantine/core';
import { cleanBuyerReason, cleanOperatorWords } from '../../../src/core/clean-words.js';
import { Notice } from './notice';

interface WordsParts extends Omit<TextareaProps, 'onChange' | 'value'> {
  readonly value: string;
  readonly onText: (text: string) => void;
  /** Whose words they are: a buyer's lose more, since affiliates read them. */
  readonly of?: 'operator' | 'buyer';
}

const plain = (text: string): string => text.normalize('NFKC').replace(/\s+/g, ' ').trim().toLowerCase();

/** What is kept of a text, if that is not the text. Undefined: all of it. */
function lossOf(text: string, of: 'operator' | 'buyer'): string | undefined {
  if (text.trim() === '') return undefined;
  const kept = (of === 'buyer' ? cleanBuyerReason : cleanOperatorWords)(text);
  if (kept === undefined) return 'None of this can be saved. Use words, without personal data.';
  const isSame = plain(kept) === plain(of === 'buyer' ? text.replace(/[\s.]+$/, '') : text);
  return isSame ? undefined : `Possible personal data and amounts are removed. Saved as: “${kept}”`;
}

/** A reason or note in words. It says before the act what will be stored, if that is not all of it. */
export function WordsField({ value, onText, of = 'operator', ...parts }: WordsParts) {
  const loss = lossOf(value, of);
  return (
    <>
      <Textarea
        autosize
        minRows={2}
        maxLength={500}
        {...parts}
        value={value}
        onChange={(event) => onText(event.currentTarget.value)}
      />
      {loss !== undefined && <Notice tone="wait">{loss}</Notice>}
    </>
  );
}
