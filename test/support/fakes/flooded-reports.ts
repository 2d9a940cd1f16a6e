import type { ReportReader } from '../../../src/app/ports/report-reader.js';
import { IDS } from '../catalogue.js';

/** One more than a report or a screen reads itself. */
const TOO_MANY = 200_001;

/** The reader as if too many searches to count came since a moment. `floods`: how often they were read. */
export function floodedReader(reader: ReportReader, since: () => Date | undefined) {
  let floods = 0;
  const flooded: ReportReader = {
    ...reader,
    async *searches({ from, to }, most) {
      yield* reader.searches({ from, to }, most);
      const first = since();
      if (first === undefined || to <= first) return;
      floods += 1;
      const ids = { id: 's', affiliate_id: IDS.affiliate, campaign_id: IDS.campaign };
      const search = { ...ids, created_at: first > from ? first : from, open: false, shown: [] };
      for (let n = 0; n < Math.min(most, TOO_MANY); n += 1) yield search;
    },
  };
  return { reader: flooded, floods: () => floods };
}
