import { Button, Group } from "@mantine/core";
import { useLocation } from "@remix-run/react";

interface PaginationLinksProps {
  /** The filter of the list. */
  query: Readonly<Record<string, string | undefined>>;
  /** The id of the last row, if there are more. */
  last: string | undefined;
}

/** Links to older rows, and back to the latest. */
export function PaginationLinks({ query, last }: PaginationLinksProps) {
  const { pathname, search } = useLocation();
  const isFirst = !new URLSearchParams(search).has("before");
  if (isFirst && last === undefined) return null;
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value) params.set(name, value);
  const latest = params.size > 0 ? `${pathname}?${params}` : pathname;
  if (last !== undefined) params.set("before", last);
  return (
    <Group component="nav" aria-label="Pages">
      {!isFirst && (
        <Button component="a" href={latest} variant="default">
          The latest
        </Button>
      )}
      {last !== undefined && (
        <Button component="a" href={`${pathname}?${params}`} variant="default">
          Older
        </Button>
      )}
    </Group>
  );
}
