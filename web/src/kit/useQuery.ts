import { useMemo } from "react";
import { useSearch } from "wouter/use-browser-location";

/**
 * The query of the address as the browser has it, with its "?"; "" where there is none. wouter's own `useSearch` and
 * `useSearchParams` decode it before it is taken apart, so that an encoded "%20" of a text becomes a space.
 */
export const useQueryString = (): string => useSearch();

/** The same, taken apart. */
export function useQuery(): URLSearchParams {
  const search = useSearch();
  return useMemo(() => new URLSearchParams(search), [search]);
}
