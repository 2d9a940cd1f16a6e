import { readFileSync } from 'node:fs';
import { isMap, isSeq, parseDocument } from 'yaml';
import type { DestinationTemplate } from '../../app/ports/catalogue-files.js';
import { secretNamesIn } from '../../core/catalogue/named-secrets.js';
import { asGroup, type Loose } from './loose.js';

/** The examples are the templates, so that what the documentation shows and what a form offers is the same. */
const EXAMPLES = new URL('../../../../examples/ten-destinations.yaml', import.meta.url);

/** Addresses are the sandbox's, and who fills in a template has their own. */
const OF_THE_SANDBOX = new Set(['url', 'test_url', 'insecure_http']);

/** Of `9. Later: it calls back (docs/callbacks.md). The same rules …`, without its number and what is in brackets. */
const FIRST_SENTENCE = /^\s*\d+\.\s+(.+?)(?: \([^)]*\))?\.(?:\s|$)/;

let read: readonly DestinationTemplate[] | undefined;

/** The ten kinds of destination, in the order of their file. */
export const destinationTemplates = (): readonly DestinationTemplate[] =>
  (read ??= templatesIn(readFileSync(EXAMPLES, 'utf8')));

function templatesIn(text: string): DestinationTemplate[] {
  const document = parseDocument(text, { version: '1.2' });
  const offers = document.get('offers');
  if (!isSeq(offers)) throw new Error('the examples have no offers');
  return offers.items.map((item, index) => {
    if (!isMap(item)) throw new Error(`example ${index + 1} is no offer`);
    const { handle, kind, delivery, partner } = asGroup(item.toJS(document));
    // The comment before the first item is that of the list.
    const comment = item.commentBefore ?? (index === 0 ? offers.commentBefore : undefined) ?? '';
    const entry = withoutAddresses(kind === 'partner' ? { kind, partner } : { delivery });
    return {
      name: String(handle),
      title: FIRST_SENTENCE.exec(comment)?.[1] ?? String(handle),
      kind: kind === 'partner' ? 'partner' : 'direct',
      entry,
      secrets: [...new Set(secretNamesIn(JSON.stringify(entry)))],
    };
  });
}

const withoutAddresses = (group: Loose): Loose =>
  Object.fromEntries(
    Object.entries(group)
      .filter(([key]) => !OF_THE_SANDBOX.has(key))
      .map(([key, value]) => [key, isGroup(value) ? withoutAddresses(value) : value]),
  );

const isGroup = (value: unknown): value is Loose =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
