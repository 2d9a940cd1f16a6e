import { useState } from 'react';
import { beginTexts, keepTexts, keptTexts, rememberSent } from '../../api/kept-texts';
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
  /** All files as they are typed, to be stored. */
  readonly send: () => Files;
  /** These texts, which were sent, are stored now. What was typed since is still to be saved. */
  readonly saved: (files: Files) => void;
  /** Somebody else changed the text that this editing began with, or that was sent. */
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
export function useDraftTexts(
  { id, files: stored }: Pick<Draft, 'id' | 'files'>,
  onAnew: () => void,
): DraftTexts {
  const me = useMe().person.id;
  const [before] = useState(() => keptTexts(me, id));
  // What is typed changes at every key, and nothing is drawn from it, so it is not a state. If this screen is opened
  // again while its save is under way, both have these texts.
  const [texts] = useState(() => before ?? beginTexts(stored));
  const { typed, sent } = texts;
  const [opened, setOpened] = useState(() => {
    const name = typed.keys().next().value ?? '';
    return { name, text: typed.get(name) ?? '' };
  });
  const files = (): Files => [...typed].map(([name, text]) => ({ name, text }));
  const [opening] = useState(files);
  // `before`: not saved when this screen was opened; it may be saved since, by the screen that was left.
  const [unsaved, setUnsaved] = useState<'before' | 'here' | 'none'>(before ? 'before' : 'none');
  const isOvertaken = !sent.some((own) => sameFiles(own, stored));
  const isBack = unsaved === 'before' && (isOvertaken || !sameFiles(stored, opening));
  return {
    isChanged: isBack || unsaved === 'here',
    ...{ isBack, isOvertaken },
    opened,
    open: (name) => setOpened({ name, text: typed.get(name) ?? '' }),
    change(text) {
      typed.set(opened.name, text);
      const isNew = isOvertaken || !sameFiles(stored, files());
      setUnsaved(isNew ? 'here' : 'none');
      keepTexts(me, id, isNew ? texts : undefined);
    },
    send() {
      const now = files();
      rememberSent(texts, now);
      return now;
    },
    saved(their) {
      if (!sameFiles(their, files())) return;
      setUnsaved('none');
      keepTexts(me, id, undefined);
    },
    discard() {
      keepTexts(me, id, undefined);
      onAnew();
    },
  };
}
