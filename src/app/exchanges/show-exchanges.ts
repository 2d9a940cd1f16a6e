import { exchangeView, whyNothingKept } from '../../core/operators/exchange-view.js';
import { namesIn } from '../../core/operators/names.js';
import { reveal, type RevealPorts, type Viewer } from '../operators/viewer.js';
import type { CatalogueSource } from '../ports/catalogue-source.js';
import type { LeadStore } from '../ports/lead-store.js';
import { exchangesOfLead, maskedExchanges, type ReadExchangePorts } from './read-exchanges.js';

interface ShowPorts extends ReadExchangePorts {
  readonly leads: Pick<LeadStore, 'read'>;
  readonly catalogue: CatalogueSource;
}

/** The requests and answers about a lead, masked. Null: no lead has this id. Throws on an outage. */
export const showExchanges = (ports: ShowPorts, id: string) => exchangesShown(ports, id);

/** The same as they were, for a reason. The audit log knows it before they are shown. */
export const revealExchanges = (
  ports: ShowPorts,
  id: string,
  revealing: RevealPorts & { readonly viewer: Viewer; readonly why: string },
) => exchangesShown(ports, id, revealing);

async function exchangesShown(
  { leads, catalogue, exchanges }: ShowPorts,
  id: string,
  revealing?: RevealPorts & { readonly viewer: Viewer; readonly why: string },
) {
  const name = namesIn(catalogue.current());
  const lead = await leads.read(id);
  if (lead === null) return null;
  const found = await exchangesOfLead({ exchanges }, lead);
  if (revealing) {
    const { viewer, why, ...ports } = revealing;
    await reveal(viewer, { kind: 'lead', record: lead, why }, ports);
  }
  const shown = revealing ? found : maskedExchanges(found, lead);
  return {
    exchanges: shown.map((one) => exchangeView(one, name)),
    nothing_kept: shown.length === 0 ? whyNothingKept(lead) : null,
    personal_data: revealing ? ('shown' as const) : ('masked' as const),
  };
}
