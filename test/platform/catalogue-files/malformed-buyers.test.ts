import { describeFaults } from './describe-faults.js';

const CLOCK = 'must be a time of the day like "08:00", "24:00" at most';
const HANDLE = 'must be 1 to 64 of the characters a-z, 0-9, - and _, and begin with a letter or digit';

describeFaults('malformed files, names and buyers', [
  // The file
  ['another version', 1, 'version: 2', '1 "version" must be 1'],
  ['no version', 1, '#', '1 "version" is missing'],
  ['an unknown section', 1, 'version: 1\ncolour: red', '2 "colour" is not a key here'],
  ['a misspelt section', 42, 'campagns:', '42 "campagns" is not a key here (did you mean "campaigns"?)'],
  [
    'a key twice',
    5,
    '    status: active\n    status: disabled',
    '6 is not valid YAML: Map keys must be unique',
  ],
  ['an unknown tag', 5, '    status: !secret x', '5 is not valid YAML: Unresolved tag: !secret'],
  ['an alias to nothing', 5, '    status: *nothing', '5 has no anchor &nothing before this alias'],
  ['an alias inside itself', 5, '    status: &a [*a]', '5 has the alias *a inside itself'],

  // Names
  ['a handle out of other characters', 43, '  - handle: E du', `43 campaign E du: "handle" ${HANDLE}`],
  [
    'a handle that is a number',
    43,
    '  - handle: 12',
    '43 campaign #1: "handle" must be text: put it in quotes',
  ],
  ['no handle', 43, '  - status: active', '43 campaign #1: "handle" is missing'],
  [
    'a handle twice',
    5,
    '  - handle: northwind\n    name: B',
    '5 affiliate northwind: "handle" is the handle of another affiliate at f:3',
  ],
  ['an id that is none', 5, '    id: 12-34', '5 affiliate northwind: "id" must be a UUID in lower case'],
  ['a name without value', 4, '    name:', '4 affiliate northwind: "name" has no value'],
  ['a name in spaces', 4, '    name: " N"', '4 affiliate northwind: "name" begins or ends with a space'],
  [
    'a bell',
    4,
    '    name: "\\u0007"',
    '4 affiliate northwind: "name" holds a line break or another control character',
  ],
  ['half a character', 4, '    name: "\\ud83d"', '4 holds half a character, such as an emoji that was cut'],
  [
    'a misspelt key',
    4,
    '    nmae: B',
    '3 affiliate northwind: "name" is missing',
    '4 affiliate northwind: "nmae" is not a key here (did you mean "name"?)',
  ],
  [
    'a misspelt status',
    5,
    '    status: activ',
    '5 affiliate northwind: "status" must be active or disabled (did you mean "active"?)',
  ],
  [
    'text for a flag',
    5,
    '    dupe_check: yes',
    '5 affiliate northwind: "dupe_check" must be own, offers, true or false',
  ],

  [
    'a limit per second',
    5,
    '    limits: { search: 10/s }',
    '5 affiliate northwind: "limits.search" must be a limit like 600/min or 600/min:50, of numbers from 1 to 1,000,000',
  ],
  [
    'a limit of nothing',
    5,
    '    limits: { submit: 0/min }',
    '5 affiliate northwind: "limits.submit" must be a limit like 600/min or 600/min:50, of numbers from 1 to 1,000,000',
  ],

  // Buyers
  [
    'no such zone',
    9,
    '    time_zone: America/Chicgo',
    '9 buyer lakeshore: "time_zone" names no time zone (did you mean "America/Chicago"?)',
  ],
  ['an offset for a zone', 9, '    time_zone: "+05:00"', '9 buyer lakeshore: "time_zone" names no time zone'],
  [
    'no such day',
    11,
    '      - { days: [mon, mo], from: "08:00", to: "20:00" }',
    '11 buyer lakeshore: "delivery_hours[0].days[1]" must be mon, tue, wed, thu, fri, sat or sun (did you mean "mon"?)',
  ],
  [
    'hours over midnight',
    11,
    '      - { days: [mon], from: "20:00", to: "08:00" }',
    '11 buyer lakeshore: "delivery_hours[0].to" must be later than "from": write hours over midnight as two entries',
  ],
  [
    'no times of the day',
    11,
    '      - { days: [mon], from: "8:00", to: "24:01" }',
    `11 buyer lakeshore: "delivery_hours[0].from" ${CLOCK}`,
    `11 buyer lakeshore: "delivery_hours[0].to" ${CLOCK}`,
  ],
  [
    'a date that does not exist',
    12,
    '    holidays: [2026-02-30]',
    '12 buyer lakeshore: "holidays[0]" must be a date that exists, as YYYY-MM-DD',
  ],
  ['one value for a list', 12, '    holidays: 2026-12-25', '12 buyer lakeshore: "holidays" must be a list'],
  [
    'a cap of nothing',
    13,
    '    caps: [{ window: day, limit: 0 }]',
    '13 buyer lakeshore: "caps[0].limit" must be at least 1',
  ],
  [
    'a fractional cap',
    13,
    '    caps: [{ window: day, limit: 1.5 }]',
    '13 buyer lakeshore: "caps[0].limit" must be a whole number',
  ],
  [
    'a negative cap in no window',
    13,
    '    caps: [{ window: year, limit: -3 }]',
    '13 buyer lakeshore: "caps[0].window" must be hour, day, week, month or total',
    '13 buyer lakeshore: "caps[0].limit" must be at least 1',
  ],
  [
    'a range without its limit, and the wrong way round',
    13,
    '    caps: [{ window: day, limit: 5, limit_range: [6, 9] }, { window: hour, limit: 5, limit_range: [9, 1] }]',
    '13 buyer lakeshore: "caps[0].limit_range" must be the least and the most limit, with `limit` between them',
    '13 buyer lakeshore: "caps[1].limit_range" must be the least and the most limit, with `limit` between them',
  ],
  [
    'two caps for a window',
    13,
    '    caps: [{ window: day, limit: 5 }, { window: day, limit: 9 }]',
    '13 buyer lakeshore: "caps[1]" is a second cap for the same window and program',
  ],
]);
