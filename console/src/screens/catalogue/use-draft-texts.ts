import { useEffect, useState } from 'react';
import type { Draft } from './draft-screen';

/** What is typed into a draft before it is saved. */
export interface DraftTexts {
  readonly isChanged: boolean;
  /** Where the editor begins: what was typed before another file was opened, or what is stored. */
  readonly begunWith: (name: string) => string;
  readonly change: (name: string, text: string) => void;
  /** All files as they are typed. */
  readonly files: () => Draft['files'];
  readonly forget: () => void;
}

/** Keeps what is typed, and warns before a page with unsaved text is left. */
export function useDraftTexts({ files: stored }: Pick<Draft, 'files'>): DraftTexts {
  // What is typed changes at every key, and the editor holds it itself, so it is not a state that draws the page anew.
  const [typed] = useState(() => new Map<string, string>());
  const [isChanged, setChanged] = useState(false);
  useEffect(() => {
    if (!isChanged) return;
    const warn = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isChanged]);
  const storedText = (name: string): string => stored.find((file) => file.name === name)?.text ?? '';
  return {
    isChanged,
    begunWith: (name) => (isChanged ? (typed.get(name) ?? storedText(name)) : storedText(name)),
    change(name, text) {
      typed.set(name, text);
      setChanged(true);
    },
    files: () => stored.map(({ name, text }) => ({ name, text: typed.get(name) ?? text })),
    forget() {
      typed.clear();
      setChanged(false);
    },
  };
}
