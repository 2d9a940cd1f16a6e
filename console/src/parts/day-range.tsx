import { Select, TextInput } from '@mantine/core';
import { useSearchParams } from 'wouter';
import { useZone } from '../app/zone';
import { isDay } from '../words/days';
import { formatMoment } from '../words/format';

interface RangeParts {
  readonly label: string;
  /** The parameter of the address that holds the name of a range. `from` and `to` hold chosen days. */
  readonly name: string;
  readonly ranges: readonly { readonly value: string; readonly label: string }[];
  /** The range of an address that names none. */
  readonly first: string;
  /** The days that are chosen before somebody changes them. Undefined: they are not known yet. */
  readonly days: { readonly from: string; readonly to: string } | undefined;
}

/** A range of time: one that is often asked for, or chosen days. It is in the address, so a link shows the same. */
export function DayRange({ label, name, ranges, first, days }: RangeParts) {
  const [search, setSearch] = useSearchParams();
  const { zone } = useZone();
  const set = (values: Readonly<Record<string, string>>): void => {
    setSearch((before) => {
      const after = new URLSearchParams(before);
      for (const each of ['from', 'to', name]) after.delete(each);
      for (const [each, value] of Object.entries(values)) after.set(each, value);
      return after;
    });
  };
  const [from, to] = [search.get('from'), search.get('to')];
  const hasOwn = from !== null || to !== null;
  const hasDays = isDay(from) && isDay(to);
  // A link may name moments, like those of one hour.
  const hasMoments = hasOwn && !hasDays;
  const at = (time: string | null): string => (time === null ? '…' : formatMoment(time, zone));
  const day = (which: 'from' | 'to', words: string, value: string) => (
    <TextInput
      type="date"
      size="xs"
      w={132}
      aria-label={words}
      value={value}
      onChange={(event) => {
        const chosen = event.currentTarget.value;
        if (chosen === '' || from === null || to === null) return;
        // The other day follows where the days would end before they begin.
        set(
          which === 'from'
            ? { from: chosen, to: chosen > to ? chosen : to }
            : { from: chosen < from ? chosen : from, to: chosen },
        );
      }}
    />
  );
  return (
    <>
      <Select
        size="xs"
        w={hasMoments ? 240 : 150}
        aria-label={label}
        data={[...ranges, { value: 'own', label: hasMoments ? `${at(from)} – ${at(to)}` : 'Chosen days' }]}
        value={hasOwn ? 'own' : (search.get(name) ?? first)}
        allowDeselect={false}
        onChange={(value) => {
          if (value === 'own') {
            if (days) set(days);
          } else set(value === null || value === first ? {} : { [name]: value });
        }}
      />
      {hasDays && (
        <>
          {day('from', 'First day', from)}
          {day('to', 'Last day', to)}
        </>
      )}
    </>
  );
}
