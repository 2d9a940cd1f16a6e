import js from '@eslint/js';
import tseslint from 'typescript-eslint';
import leadkeep from './scripts/lint/eslint-words.mjs';

const noUnusedExceptUnderscore = { argsIgnorePattern: '^_', varsIgnorePattern: '^_' };

export default tseslint.config(
  // The page has a config of its own.
  {
    ignores: [
      'dist/',
      'node_modules/',
      '.leadkeep/',
      'console/',
      'clients/typescript/src/schema.ts',
      'clients/typescript/dist/',
    ],
  },
  js.configs.recommended,
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: { parserOptions: { project: ['tsconfig.json'], tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-unused-vars': ['error', noUnusedExceptUnderscore],
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: true },
      ],
      '@typescript-eslint/consistent-type-imports': 'error',
      'no-duplicate-imports': 'error',
      'max-lines': ['error', { max: 300 }],
    },
  },
  // Old words (scripts/lint/words.mjs). The command line's texts are read by operators, so they count as prose.
  { files: ['{src,workers}/**/*.ts'], plugins: { leadkeep }, rules: { 'leadkeep/words': 'error' } },
  { files: ['src/cli/**/*.ts'], rules: { 'leadkeep/words': ['error', { texts: true }] } },
  {
    // chai's `expect(x).to.be.true` is an expression by design, and a test may assert what the type already says.
    files: ['test/**/*.ts'],
    rules: {
      '@typescript-eslint/no-unused-expressions': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/no-unnecessary-condition': 'off',
    },
  },
  {
    files: ['**/*.{js,mjs,cjs}'],
    languageOptions: {
      globals: {
        process: 'readonly',
        console: 'readonly',
        setTimeout: 'readonly',
        clearTimeout: 'readonly',
        setInterval: 'readonly',
        clearInterval: 'readonly',
        fetch: 'readonly',
        AbortSignal: 'readonly',
        AbortController: 'readonly',
        URL: 'readonly',
        Buffer: 'readonly',
        module: 'readonly',
      },
    },
    rules: { 'max-lines': ['error', { max: 300 }] },
  },
);
