import { useEffect, useRef, useState, type ReactNode } from 'react';
import { FileInput } from '@mantine/core';

/** The text of a file, and the encoding that it was read in. */
interface Read {
  readonly text: string;
  readonly encoding: string;
}

const PACKED = 'This is a spreadsheet or a ZIP file. Save the spreadsheet as CSV.';

/** The text of a file, or why it can't be read. `isAny`: it may be UTF-16, or what Excel writes on Windows. */
async function textOf(file: File, isAny: boolean): Promise<Read | string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const [first, second] = bytes;
  if (first === 0x50 && second === 0x4b) return PACKED;
  const decode = (encoding: string): Read => ({
    text: new TextDecoder(encoding, { fatal: true }).decode(bytes),
    encoding,
  });
  const isLittle = (first === 0xff && second === 0xfe) || (first !== 0 && second === 0);
  const isBig = (first === 0xfe && second === 0xff) || (first === 0 && second !== undefined && second !== 0);
  try {
    return decode(isAny && isLittle ? 'utf-16le' : isAny && isBig ? 'utf-16be' : 'utf-8');
  } catch {
    // Its bytes may be anything.
    return isAny ? decode('windows-1252') : 'The file is not UTF-8 text. Save it as “CSV UTF-8”.';
  }
}

interface FieldParts {
  readonly label?: string;
  readonly hint: ReactNode;
  /** Whether it may have another encoding than UTF-8. */
  readonly isAny?: boolean;
  readonly maxCharacters?: number;
  readonly onText: (text: string) => void;
}

/** Reads a file in the browser; its text is sent with the plan. */
export function FileField({
  label = "The buyer's file",
  hint,
  isAny = false,
  maxCharacters = 900_000,
  onText,
}: FieldParts) {
  const [fault, setFault] = useState<string>();
  const [encoding, setEncoding] = useState<string>();
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
    setEncoding(undefined);
    // Until this one is read, the text of the one before must not be taken for it.
    onText('');
    if (!file) return;
    const read = await textOf(file, isAny);
    if (chosen.current !== file) return;
    if (typeof read === 'string') setFault(read);
    else if (read.text.length > maxCharacters)
      setFault(`The file has more than ${maxCharacters.toLocaleString('en-US')} characters. Split it.`);
    else {
      setEncoding(read.encoding);
      onText(read.text);
    }
  };
  return (
    <FileInput
      label={label}
      description={
        encoding === 'windows-1252' ? (
          <>{hint} It isn’t UTF-8, so it was read as Windows-1252: check letters with accents.</>
        ) : (
          hint
        )
      }
      placeholder="Choose a file"
      accept=".csv,.tsv,.txt,text/csv,text/plain"
      clearable
      clearButtonProps={{ 'aria-label': 'Remove the file' }}
      required
      error={fault}
      onChange={(file) => void read(file)}
    />
  );
}
