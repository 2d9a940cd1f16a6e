import { SUBID_FIELDS, type Entry } from '../../core/money/entry.js';
import type { Cell } from '../csv/write-csv.js';

/** The handle of an entry of the catalogue, by its id. */
type Names = (id: string) => string;

const amountOf = (cents: number | null): Cell => (cents === null ? null : { cents });
const named = (id: string | undefined, names: Names): Cell => (id === undefined ? null : names(id));

const yesOrNo = (is: boolean | undefined): Cell => (is === undefined ? undefined : is ? 'yes' : 'no');

type Column = readonly [name: string, cell: (entry: Entry, names: Names) => Cell];

const COLUMNS: readonly Column[] = [
  ['id', ({ id }) => id],
  ['kind', ({ kind }) => kind],
  ['at', ({ at }) => at.toISOString()],
  ['day', ({ day }) => day],
  ['month', ({ month }) => month],
  ['period', ({ period }) => period],
  ['written_at', ({ written_at }) => written_at.toISOString()],
  ['by', ({ by }) => by],
  ['currency', ({ currency }) => currency],
  ['buyer', ({ buyer_id }, names) => named(buyer_id, names)],
  ['buyer_amount', ({ buyer_cents }) => amountOf(buyer_cents)],
  ['affiliate', ({ affiliate_id }, names) => named(affiliate_id, names)],
  ['affiliate_amount', ({ affiliate_cents }) => amountOf(affiliate_cents)],
  ['lead_id', ({ lead_id }) => lead_id],
  ['campaign', ({ campaign_id }, names) => named(campaign_id, names)],
  ['offer', ({ offer_id }, names) => named(offer_id, names)],
  ['program', ({ program_id }) => program_id],
  ['attempt', ({ attempt }) => attempt],
  ['catalogue_version', ({ catalogue_version }) => catalogue_version],
  ['reference', ({ reference, own_reference }) => own_reference ?? reference],
  ...SUBID_FIELDS.map((name): Column => [name, ({ subids }) => subids?.[name]]),
  ['reason', ({ reason, why }) => why ?? reason],
  // New columns come last: what reads the file may count them.
  ['external_id', ({ external_id }) => external_id],
  ['claim_regained', ({ claim_regained }) => yesOrNo(claim_regained)],
  ['place_regained', ({ place_regained }) => yesOrNo(place_regained)],
  ['timed_changes', ({ timed_changes }) => timed_changes?.join(' ')],
];

export const ENTRY_COLUMNS = COLUMNS.map(([name]) => name);
export const entryCells = (entry: Entry, names: Names): Cell[] =>
  COLUMNS.map(([, cell]) => cell(entry, names));
