import { useState } from 'react';
import { useMay } from '../app/me';

/**
 * What was revealed to somebody who may see personal data. It is kept by its screen alone, and is gone when that is left or
 * the permission is lost; it does not come back with the permission.
 */
export function useRevealed<Value>(): readonly [Value | undefined, (value: Value) => void] {
  const maySee = useMay()('pii:read');
  const [revealed, setRevealed] = useState<Value>();
  if (!maySee && revealed !== undefined) setRevealed(undefined);
  return [maySee ? revealed : undefined, setRevealed];
}
