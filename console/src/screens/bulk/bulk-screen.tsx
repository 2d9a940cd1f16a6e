import { Tabs } from '@mantine/core';
import { useSearchParams } from 'wouter';
import { useMay } from '../../app/me';
import { Page } from '../../parts/page';
import { PlainState } from '../../parts/states';
import { BulkReturn } from './bulk-return';
import { BulkSettle } from './bulk-settle';
import { BulkStages } from './bulk-stages';

/** Settle and return many leads, and record their stages: first a plan, then the same again that carries it out. */
export default function BulkScreen() {
  const may = useMay();
  const [search, setSearch] = useSearchParams();
  const fallback = may('settle') ? 'settle' : may('return') ? 'return' : 'stages';
  if (!may('settle') && !may('return') && !may('stages:write'))
    return (
      <PlainState title="You don’t have access">
        This page needs the permission settle, return or stages:write.
      </PlainState>
    );
  return (
    <Page
      title="Settle and return"
      about="Use a buyer’s file, or settle all unknown leads at one destination. You see the plan before anything changes."
    >
      <Tabs
        value={search.get('do') ?? fallback}
        keepMounted={false}
        onChange={(value) => setSearch(new URLSearchParams({ do: value ?? fallback }))}
      >
        <Tabs.List mb="md">
          {may('settle') && <Tabs.Tab value="settle">Settle</Tabs.Tab>}
          {may('return') && <Tabs.Tab value="return">Return</Tabs.Tab>}
          {may('stages:write') && <Tabs.Tab value="stages">Stages after the sale</Tabs.Tab>}
        </Tabs.List>
        <Tabs.Panel value="settle">
          <BulkSettle destination={search.get('destination') ?? ''} />
        </Tabs.Panel>
        <Tabs.Panel value="return">
          <BulkReturn />
        </Tabs.Panel>
        <Tabs.Panel value="stages">
          <BulkStages />
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}
