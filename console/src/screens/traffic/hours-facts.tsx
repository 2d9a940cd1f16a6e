import type { ReactNode } from 'react';
import { Pill } from '../../parts/notice';
import { Time } from '../../parts/time';
import { hoursWords, statusWords, type Hours } from './words';

/** Whether it takes leads now, and opening hours, in the buyer's zone and in the reader's. */
export const HoursFacts = (hours: Hours, status: string): readonly (readonly [string, ReactNode])[] => [
  [
    'Now',
    status !== 'active' ? (
      <>
        <Pill tone="wait">{statusWords(status)[0]}</Pill> no leads are sent
        {hours.is_open ? ', even during opening hours' : ''}
      </>
    ) : hours.is_open ? (
      <Pill key="open" tone="good">
        Open
      </Pill>
    ) : (
      <>
        <Pill tone="info">Closed</Pill>{' '}
        {hours.opens_at !== null && (
          <>
            opens <Time at={hours.opens_at} zone={hours.time_zone} /> there (<Time at={hours.opens_at} ago />)
          </>
        )}
      </>
    ),
  ],
  ['Opening hours', `${hoursWords(hours)} (${hours.time_zone})`],
  ['Holidays', hours.holidays.join(', ')],
];
