import { useEffect, useRef } from 'react';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { yaml } from '@codemirror/lang-yaml';
import { foldGutter, HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { lintGutter, lintKeymap, setDiagnostics, type Diagnostic } from '@codemirror/lint';
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search';
import { EditorState, type Extension, type Text } from '@codemirror/state';
import { EditorView, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { nonce } from '../../app/nonce';
import type { EditorParts, Fault } from './yaml-editor';

const LOOKS = EditorView.theme({
  '&': {
    backgroundColor: 'var(--surface)',
    color: 'var(--mantine-color-text)',
    fontSize: '0.85rem',
    height: '100%',
  },
  '.cm-scroller': { fontFamily: 'var(--mantine-font-family-monospace)', lineHeight: '1.55' },
  '.cm-gutters': { backgroundColor: 'var(--rail)', color: 'var(--mantine-color-dimmed)', border: 'none' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'transparent' },
  '.cm-cursor': { borderLeftColor: 'var(--accent)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'color-mix(in srgb, var(--accent) 28%, transparent)',
  },
  '.cm-panels, .cm-tooltip': { backgroundColor: 'var(--rail)', color: 'var(--mantine-color-text)' },
});

const COLORS = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: 'light-dark(#0b665f, #5fd3b8)' },
  { tag: [tags.string, tags.special(tags.string)], color: 'light-dark(#8a3b12, #f0b48a)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'light-dark(#1e4e8c, #9cc7ff)' },
  { tag: tags.comment, color: 'light-dark(#566360, #93a09c)', fontStyle: 'italic' },
  { tag: [tags.labelName, tags.typeName], color: 'light-dark(#7a2e8a, #d9a6ee)' },
]);

/**
 * Where typing replaces marked text, browsers insert it with a copy of its colors as a `style`, which the page's policy
 * blocks. So the editor inserts it.
 */
const insertPlainly = EditorView.domEventHandlers({
  beforeinput(event, view) {
    const { inputType, data, isComposing } = event;
    if (inputType !== 'insertText' || data === null || isComposing || view.state.readOnly) return false;
    view.dispatch(view.state.replaceSelection(data), { userEvent: 'input.type', scrollIntoView: true });
    return true;
  },
});

const FIXED: Extension = [
  insertPlainly,
  ...[lineNumbers(), foldGutter(), history(), yaml(), lintGutter(), highlightSelectionMatches()],
  ...[LOOKS, syntaxHighlighting(COLORS), EditorView.cspNonce.of(nonce), EditorView.lineWrapping],
  // Tab leaves the editor, so that nobody is caught in it.
  keymap.of([...defaultKeymap, ...historyKeymap, ...searchKeymap, ...lintKeymap]),
];

/** A fault marks its line from its column on. */
function diagnosticOf(doc: Text, { line, column, sentence }: Fault): Diagnostic {
  const at = doc.line(Math.min(Math.max(line, 1), doc.lines));
  const from = Math.min(at.from + Math.max((column ?? 1) - 1, 0), at.to);
  return { from, to: Math.max(at.to, from), severity: 'error', message: sentence };
}

/** The editor itself. It is loaded with the first text that is opened. */
export default function Editor({ text, label, readOnly = false, faults, onChange, goTo }: EditorParts) {
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const changed = useRef(onChange);
  useEffect(() => {
    changed.current = onChange;
  });
  // A new text is a new document: its history begins there.
  useEffect(() => {
    const tell = EditorView.updateListener.of((update) => {
      if (update.docChanged) changed.current?.(update.state.doc.toString());
    });
    const attributes = EditorView.contentAttributes.of({ 'aria-label': label });
    // It can be read, searched and scrolled by keyboard all the same.
    const mode = EditorState.readOnly.of(readOnly);
    const made = new EditorView({
      state: EditorState.create({ doc: text, extensions: [FIXED, tell, attributes, mode] }),
      ...(place.current && { parent: place.current }),
    });
    made.scrollDOM.tabIndex = 0;
    view.current = made;
    return () => made.destroy();
  }, [text, label, readOnly]);
  useEffect(() => {
    const { current } = view;
    if (!current) return;
    const diagnostics = (faults ?? []).map((fault) => diagnosticOf(current.state.doc, fault));
    current.dispatch(setDiagnostics(current.state, diagnostics));
  }, [faults, text]);
  useEffect(() => {
    const { current } = view;
    if (!current || goTo === undefined) return;
    const { from } = current.state.doc.line(Math.min(Math.max(goTo.line, 1), current.state.doc.lines));
    current.dispatch({
      selection: { anchor: from },
      effects: EditorView.scrollIntoView(from, { y: 'center' }),
    });
    current.focus();
  }, [goTo]);
  return <div ref={place} className="editor" />;
}
