import type { components } from './schema';

/** Text of a draft that is not saved. */
export interface KeptTexts {
  /** The stored files that the editing began with. */
  readonly base: components['schemas']['Draft']['files'];
  /** What is typed by now, by the file's name. It changes at every key. */
  readonly typed: Map<string, string>;
}

/** Beside everything that is drawn: a screen goes with its address, and the whole frame with the session. */
const kept = new Map<string, KeptTexts>();
let owner: string | undefined;

const warn = (event: BeforeUnloadEvent): void => event.preventDefault();

/** The browser asks before the page is closed or loaded again, as long as there is text to lose. */
function warnIfNeeded(): void {
  if (kept.size > 0) window.addEventListener('beforeunload', warn);
  else window.removeEventListener('beforeunload', warn);
}

/** Somebody is signed in: what another person typed before is forgotten. */
export function keepTextsOnlyOf(person: string): void {
  if (person !== owner) kept.clear();
  owner = person;
  warnIfNeeded();
}

/** What this person typed into a draft and did not save. */
export const keptTexts = (person: string, draft: string): KeptTexts | undefined =>
  person === owner ? kept.get(draft) : undefined;

/** Keeps text until it is saved or discarded, or the page is closed. Undefined: there is none to keep any more. */
export function keepTexts(person: string, draft: string, texts: KeptTexts | undefined): void {
  if (person !== owner) return;
  if (texts) kept.set(draft, texts);
  else kept.delete(draft);
  warnIfNeeded();
}
