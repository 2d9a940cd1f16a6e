import type { CatalogueOverrides } from '../catalogue.js';
import type { Client } from './client.js';
import type { BuyersScript } from './recording-buyers.js';
import type { World } from './world.js';

/** One story: what the operator set up, how the buyers behave, what the affiliate does. */
export interface Flow {
  readonly name: string;
  readonly over?: CatalogueOverrides;
  readonly script?: BuyersScript;
  /** The sweeper also finishes leads. */
  readonly finishes?: boolean;
  /** What was there before, undisturbed. */
  readonly before?: (client: Client, world: World) => Promise<unknown>;
  readonly act: (client: Client, world: World) => Promise<unknown>;
}
