import type { components } from './schema';

type Files = components['schemas']['Draft']['files'];

/** Text of a draft, and what it began with. */
export interface KeptTexts {
  /** What is typed by now, by the file's name. It changes at every key. */
  readonly typed: Map<string, string>;
  /** The files as they were stored when the editing began, then each that was sent to be stored; the newest last. */
  readonly sent: Files[];
}

/** So many of one's own texts are remembered: an answer may come when more was sent. */
const REMEMBERED = 4;

export const beginTexts = (stored: Files): KeptTexts => ({
  typed: new Map(stored.map(({ name, text }) => [name, text])),
  sent: [stored],
});

/** These files are one's own, whoever reads them back. */
export function rememberSent({ sent }: KeptTexts, files: Files): void {
  sent.push(files);
  sent.splice(0, sent.length - REMEMBERED);
}

/** Beside everything that is drawn: a screen goes with its address, and the whole frame with the session. */
const kept = new Map<string, KeptTexts>();
/** What is typed into forms, by what they are about. */
const keptForms = new Map<string, unknown>();
let owner: string | undefined;

const warn = (event: BeforeUnloadEvent): void => event.preventDefault();

/** The browser asks before the page is closed or loaded again, as long as there is text to lose. */
function warnIfNeeded(): void {
  if (hasKeptTexts()) window.addEventListener('beforeunload', warn);
  else window.removeEventListener('beforeunload', warn);
}

/** Somebody is signed in: what another person typed before is forgotten. */
export function keepTextsOnlyOf(person: string): void {
  if (person !== owner) {
    kept.clear();
    keptForms.clear();
  }
  owner = person;
  warnIfNeeded();
}

/** What this person typed into a draft and did not save. */
export const keptTexts = (person: string, draft: string): KeptTexts | undefined =>
  person === owner ? kept.get(draft) : undefined;

/** There is text that a page that is loaded anew would not have. */
export const hasKeptTexts = (): boolean => kept.size + keptForms.size > 0;

/** Keeps text until it is saved or discarded, or the page is closed. Undefined: there is none to keep any more. */
export function keepTexts(person: string, draft: string, texts: KeptTexts | undefined): void {
  if (person !== owner) return;
  if (texts) kept.set(draft, texts);
  else kept.delete(draft);
  warnIfNeeded();
}

/** What this person typed into a form and did not save. */
export const keptForm = (person: string, form: string): unknown =>
  person === owner ? keptForms.get(form) : undefined;

/** Keeps what is typed into a form until it is saved or discarded. Undefined: there is nothing to keep any more. */
export function keepForm(person: string, form: string, typed: unknown): void {
  if (person !== owner) return;
  if (typed === undefined) keptForms.delete(form);
  else keptForms.set(form, typed);
  warnIfNeeded();
}
