import type { Campaign, CampaignOffer, Cap, Catalogue, Offer } from '../catalogue/types.js';
import type { Place } from '../ports/ledger.js';
import { windowOf } from './windows.js';

/** What is sold through which line; no program: none was chosen. */
export interface Sale {
  readonly campaign: Campaign;
  readonly line: CampaignOffer;
  readonly program: string | undefined;
}

/** A sale as far as a catalogue still knows it: what left the catalogue counts in no cap. */
interface KnownSale {
  readonly campaign?: Campaign | undefined;
  readonly line?: CampaignOffer | undefined;
  readonly offer?: Offer | undefined;
  readonly program: string | undefined;
}

/** Every cap that counts the sale (offer, buyer, campaign, offer in campaign), by id, none twice. */
export function capsOf({ campaign, line, offer = line?.offer, program }: KnownSale): Cap[] {
  const owners = [offer, offer?.buyer, campaign, line];
  const caps = owners
    .flatMap((owner) => owner?.caps ?? [])
    .filter((cap) => cap.program === undefined || cap.program === program);
  return [...byId(caps).values()].sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** The places that the sale takes when its request leaves at `at`. */
export const placesFor = (sale: Sale, at: Date): Place[] => placesOf(sale, at);

/** The places of a sale that was made at `at`, in the caps that the catalogue still has. */
export const placesOf = (sale: KnownSale, at: Date): Place[] => capsOf(sale).map((cap) => windowOf(cap, at));

/** Whether both are the same windows of the same caps. Both in the order of `placesFor`. */
export const samePlaces = (a: readonly Place[], b: readonly Place[]): boolean =>
  a.length === b.length &&
  a.every((place, i) => place.cap.id === b[i]?.cap.id && place.window === b[i].window);

/** Every cap of the catalogue, none twice; those of paused and retired entries too, since they may be resumed. */
export function capsOfCatalogue({ buyers, offers, campaigns }: Catalogue): Cap[] {
  const lines = [...campaigns.values()].flatMap((campaign) => [...campaign.offers.values()]);
  const owners = [...buyers.values(), ...offers.values(), ...campaigns.values(), ...lines];
  return [...byId(owners.flatMap(({ caps }) => caps)).values()];
}

const byId = (caps: readonly Cap[]): Map<string, Cap> => new Map(caps.map((cap) => [cap.id, cap]));
