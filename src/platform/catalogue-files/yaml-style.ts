import { Document, isPair, isScalar, isSeq, visit, type ToStringOptions } from 'yaml';
import { hasInvisible } from '../../core/lead/invisible-characters.js';

/** How Leadkeep writes YAML, as people write it. */
export const YAML_STYLE = {
  ...{ lineWidth: 0, flowCollectionPadding: true, blockQuote: 'literal' },
} as const satisfies ToStringOptions;

/** A value as YAML that readers of YAML 1.1 read too. */
export function yamlOf(value: unknown): Document {
  const document = new Document(value, {
    ...{ version: '1.2', compat: 'yaml-1.1', aliasDuplicateObjects: false },
  });
  quoteUnseen(document);
  compactSmall(document);
  return document;
}

/** Invisible characters are written as escapes, and YAML reads escapes only in double quotes. */
function quoteUnseen(document: Document): void {
  visit(document, {
    Scalar(_key, scalar) {
      if (typeof scalar.value === 'string' && hasInvisible(scalar.value.replace(/[\n\t]/g, '')))
        scalar.type = 'QUOTE_DOUBLE';
    },
  });
}

/** Lists and objects of single values inside a list are written on one line. */
function compactSmall(document: Document): void {
  visit(document, {
    Collection(_key, node, path) {
      const leaves = node.items.every((item) => isScalar(isPair(item) ? item.value : item));
      const parent = path.at(-1);
      const small = String(node).length < 90;
      if (leaves && small && path.length > 1 && (isSeq(node) || isSeq(parent))) node.flow = true;
    },
  });
}
