import { expect } from 'chai';
import type { World } from '../world/open-world.js';

/** The zone of the world's books. */
const BOOKS_ZONE = 'America/Chicago';
const dayIn = (timeZone: string): string => new Date().toLocaleDateString('en-CA', { timeZone });

/** Amounts, and the days that they belong to. */
export function tellMoney(world: () => World): void {
  it('"Today" of a report is the day of the accounting zone, wherever the reader is', async () => {
    // At each time of day, it is another day in one of them.
    const away = ['Pacific/Kiritimati', 'Pacific/Pago_Pago'].find(
      (zone) => dayIn(zone) !== dayIn(BOOKS_ZONE),
    );
    const finance = await world().person({ name: 'Fay Away', roles: ['finance'], timezoneId: away ?? '' });
    const page = await finance.open('/reports?range=today&by=');
    await page.getByText(dayIn(BOOKS_ZONE), { exact: true }).waitFor();
    finance.expectNone();
  });
}
