import { useState } from 'react';
import { keepTexts, keptTexts } from '../../api/kept-texts';
import { useMe } from '../../app/me';
import type { Draft } from './draft-screen';

type Files = Draft['files'];

/** What is typed into a draft before it is saved. */
export interface DraftTexts {
  readonly isChanged: boolean;
  /** The text was typed before this screen was left, and is here again. */
  readonly isBack: boolean;
  /** The file in the editor, and where its editing began. The editor itself holds what is typed. */
  readonly opened: { readonly name: string; readonly text: string };
  readonly open: (name: string) => void;
  readonly change: (text: string) => void;
  /** All files as they are typed. */
  readonly files: () => Files;
  /** These texts, which were typed here, are stored now. What was typed since is still to be saved. */
  readonly saved: (files: Files) => void;
  /** Somebody else changed the text that this editing began with. */
  readonly isOvertaken: boolean;
  /** What is typed is not wanted any more: the screen begins anew with what is stored. */
  readonly discard: () => void;
}

/** Whether both are the same texts under the same names. */
export const sameFiles = (one: Files, other: Files): boolean =>
  one.length === other.length &&
  one.every(({ name, text }) => other.find((file) => file.name === name)?.text === text);

/**
 * Keeps what is typed, also when the screen is left or the session ends: it is here again when the same person comes back
 * to the draft. The browser warns before the page itself is closed.
 */
export function useDraftTexts({ id, files: stored }: Pick<Draft, 'id' | 'files'>): DraftTexts {
  const me = useMe().person.id;
  const [before] = useState(() => keptTexts(me, id));
  const [base, setBase] = useState(before?.base ?? stored);
  // It changes at every key, and nothing is drawn from it, so it is not a state.
  const [typed] = useState(() => before?.typed ?? new Map(stored.map(({ name, text }) => [name, text])));
  const [opened, setOpened] = useState(() => {
    const name = base[0]?.name ?? '';
    return { name, text: typed.get(name) ?? '' };
  });
  const [isChanged, setChanged] = useState(before !== undefined);
  const [isBack, setBack] = useState(before !== undefined);
  const files = (): Files => [...typed].map(([name, text]) => ({ name, text }));
  return {
    isChanged,
    isBack,
    opened,
    open: (name) => setOpened({ name, text: typed.get(name) ?? '' }),
    change(text) {
      typed.set(opened.name, text);
      setChanged(true);
      keepTexts(me, id, { base, typed });
    },
    files,
    saved(sent) {
      const isMore = !sameFiles(sent, files());
      setBase(sent);
      setBack(false);
      setChanged(isMore);
      keepTexts(me, id, isMore ? { base: sent, typed } : undefined);
    },
    isOvertaken: !sameFiles(base, stored),
    discard: () => keepTexts(me, id, undefined),
  };
}
