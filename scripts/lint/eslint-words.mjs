import { oldName, wordsIn } from './words.mjs';

/** Old words in comments and identifiers; with `{ texts: true }` in the file's texts too. */
const oldWords = {
  meta: { type: 'suggestion', schema: [{ type: 'object', properties: { texts: { type: 'boolean' } } }] },
  create(context) {
    const { sourceCode } = context;
    const told = new Set();

    function checkText(node) {
      const start = sourceCode.getRange(node)[0];
      for (const { old, use, index } of wordsIn(sourceCode.getText(node)))
        context.report({
          loc: sourceCode.getLocFromIndex(start + index),
          message: `"${old.replace(/\s+/g, ' ')}": write "${use}".`,
        });
    }

    function checkName(node) {
      const found = told.has(node.name) ? undefined : oldName(node.name);
      if (!found) return;
      told.add(node.name);
      context.report({ node, message: `The name ${found.old} is an old one: use "${found.use}".` });
    }

    const texts = context.options[0]?.texts
      ? { 'Literal[raw=/ /]': checkText, 'TemplateElement[value.raw=/ /]': checkText }
      : {};
    return { Program: () => sourceCode.getAllComments().forEach(checkText), Identifier: checkName, ...texts };
  },
};

export default { meta: { name: 'leadkeep' }, rules: { words: oldWords } };
