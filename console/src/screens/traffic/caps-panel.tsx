import { Stack, Text } from '@mantine/core';
import { Link } from 'wouter';
import { useMay } from '../../app/me';
import { Panel } from '../../parts/page';
import { CapBar } from './cap-bar';
import { CapChange } from './cap-change';
import { LedgerNotice } from './ledger-notice';
import type { Cap } from './words';

interface CapsParts {
  readonly caps: readonly Cap[];
  readonly ledger: string;
}

/** All caps of an entry as bars. */
export const CapsPanel = ({ caps, ledger }: CapsParts) => (
  <Panel title="Caps">
    <Stack gap="md">
      <LedgerNotice ledger={ledger} />
      {caps.length === 0 && <Text size="sm">There is no cap.</Text>}
      {caps.map((cap) => (
        <CapRow key={`${cap.id} ${cap.window}`} cap={cap} />
      ))}
    </Stack>
  </Panel>
);

/** The entry of the catalogue that has the cap: that of `campaign x, offer y` stands in the campaign. */
const entryOf = ({ owner }: Cap): string => owner.split(', ')[0] ?? owner;

export function CapRow({ cap }: { readonly cap: Cap }) {
  const may = useMay();
  return (
    <div>
      <CapBar cap={cap} />
      <Text size="xs" mt={2} component="div">
        <CapChange cap={cap} />{' '}
        {may('audit:read') && (
          <Link href={`/audit-log?entry=${encodeURIComponent(entryOf(cap))}`} className="link">
            Who changed it?
          </Link>
        )}
      </Text>
    </div>
  );
}
