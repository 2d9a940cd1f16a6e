import { lazy, Suspense } from 'react';
import { ErrorBoundary } from '../../app/error-boundary';
import { LoadingState } from '../states';

/** A place in the text, and what is wrong there. */
export interface Fault {
  readonly line: number;
  readonly column: number | null;
  readonly sentence: string;
}

export interface EditorParts {
  /** Where the editing begins. What is typed is told by `onChange`. */
  readonly text: string;
  readonly label: string;
  readonly readOnly?: boolean;
  readonly faults?: readonly Fault[] | undefined;
  readonly onChange?: (text: string) => void;
  /** Moves the cursor there. Each object moves it once. */
  readonly goTo?: { readonly line: number } | undefined;
}

const Editor = lazy(() => import('./editor'));

/** YAML with line numbers, colors, search and faults at their lines. */
export const YamlEditor = (parts: EditorParts) => (
  <ErrorBoundary>
    <Suspense fallback={<LoadingState rows={12} />}>
      <Editor {...parts} />
    </Suspense>
  </ErrorBoundary>
);
