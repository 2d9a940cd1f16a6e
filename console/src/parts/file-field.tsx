import { useEffect, useRef, useState } from 'react';
import { FileInput } from '@mantine/core';

const MAX_CHARACTERS = 900_000;

/** The text of a file. Undefined: it is not UTF-8, and other programs would read other characters. */
async function textOf(file: File): Promise<string | undefined> {
  const bytes = await file.arrayBuffer();
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

interface FieldParts {
  readonly label?: string;
  readonly hint: string;
  readonly onText: (text: string) => void;
}

/** Reads a file in the browser; its text is sent with the plan. */
export function FileField({ label = "The buyer's file", hint, onText }: FieldParts) {
  const [fault, setFault] = useState<string>();
  const chosen = useRef<File>(null);
  // One that is still being read when the field goes is not told.
  useEffect(
    () => () => {
      chosen.current = null;
    },
    [],
  );
  const read = async (file: File | null): Promise<void> => {
    chosen.current = file;
    setFault(undefined);
    // Until this one is read, the text of the one before must not be taken for it.
    onText('');
    if (!file) return;
    const text = await textOf(file);
    if (chosen.current !== file) return;
    if (text === undefined) {
      setFault('The file is not UTF-8 text. Save it as “CSV UTF-8”.');
    } else if (text.length > MAX_CHARACTERS) {
      setFault(`The file has more than ${MAX_CHARACTERS.toLocaleString('en-US')} characters. Split it.`);
    } else onText(text);
  };
  return (
    <FileInput
      label={label}
      description={hint}
      placeholder="Choose a file"
      accept=".csv,text/csv,text/plain"
      clearable
      required
      error={fault}
      onChange={(file) => void read(file)}
    />
  );
}
