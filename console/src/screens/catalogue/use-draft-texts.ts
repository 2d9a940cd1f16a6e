import { useEffect, useState } from 'react';
import type { Draft } from './draft-screen';

type Files = Draft['files'];

/** What is typed into a draft before it is saved. */
export interface DraftTexts {
  readonly isChanged: boolean;
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
}

/** Whether both are the same texts under the same names. */
export const sameFiles = (one: Files, other: Files): boolean =>
  one.length === other.length &&
  one.every(({ name, text }) => other.find((file) => file.name === name)?.text === text);

/** Keeps what is typed, and warns before a page with unsaved text is left. */
export function useDraftTexts({ files: stored }: Pick<Draft, 'files'>): DraftTexts {
  const [base, setBase] = useState(stored);
  // It changes at every key, and nothing is drawn from it, so it is not a state.
  const [typed] = useState(() => new Map(stored.map(({ name, text }) => [name, text])));
  const [opened, setOpened] = useState(() => stored[0] ?? { name: '', text: '' });
  const [isChanged, setChanged] = useState(false);
  useEffect(() => {
    if (!isChanged) return;
    const warn = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isChanged]);
  const files = (): Files => [...typed].map(([name, text]) => ({ name, text }));
  return {
    isChanged,
    opened,
    open: (name) => setOpened({ name, text: typed.get(name) ?? '' }),
    change(text) {
      typed.set(opened.name, text);
      setChanged(true);
    },
    files,
    saved(sent) {
      setBase(sent);
      setChanged(!sameFiles(sent, files()));
    },
    isOvertaken: !sameFiles(base, stored),
  };
}
