import { useQuery } from '@tanstack/react-query';
import { useMay } from '../app/me';
import { answerOf, api } from '../api/client';

/** Something of the catalogue that can be chosen. */
export interface EntryOption {
  readonly value: string;
  readonly label: string;
}

interface Entry {
  readonly handle: string | null;
  readonly name: string | null;
}

const optionsOf = (entries: readonly Entry[] | undefined): EntryOption[] =>
  (entries ?? []).flatMap(({ handle, name }) =>
    handle === null ? [] : [{ value: handle, label: name ?? handle }],
  );

const STALE_MS = 60_000;

/** Affiliates by handle. Empty without the permission to see them. */
export function useAffiliateOptions(): EntryOption[] {
  const enabled = useMay()('traffic:read');
  const { data } = useQuery({
    queryKey: ['affiliates', 7],
    queryFn: ({ signal }) =>
      answerOf(api.GET('/api/v1/operator/affiliates', { params: { query: { days: 7 } }, signal })),
    staleTime: STALE_MS,
    enabled,
  });
  return optionsOf(data?.affiliates);
}

/** Buyers by handle. */
export function useBuyerOptions(): EntryOption[] {
  const enabled = useMay()('traffic:read');
  const { data } = useQuery({
    queryKey: ['entries', 'buyers'],
    queryFn: ({ signal }) => answerOf(api.GET('/api/v1/operator/buyers', { signal })),
    staleTime: STALE_MS,
    enabled,
  });
  return optionsOf(data?.buyers);
}

/** Offers by handle, those of partners too. */
export function useOfferOptions(): EntryOption[] {
  const enabled = useMay()('traffic:read');
  const { data } = useQuery({
    queryKey: ['entries', 'offers'],
    queryFn: ({ signal }) => answerOf(api.GET('/api/v1/operator/offers', { signal })),
    staleTime: STALE_MS,
    enabled,
  });
  return optionsOf(data?.offers);
}
