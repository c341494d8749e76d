import { useFetcher } from "@remix-run/react";
import { useEffect } from "react";
import { aheadPath, expectEntry, READY_MS } from "./ready-entry";

/** Loads the entry that comes next, and its cover, before it is asked for. */
export function LoadAhead({ path }: { path: string }) {
  const { load, data } = useFetcher<{ cover?: string } | null>();
  useEffect(() => {
    const again = () => {
      expectEntry(path);
      load(aheadPath(path));
    };
    again();
    const timer = setInterval(again, READY_MS * 0.75);
    return () => clearInterval(timer);
  }, [load, path]);
  return data?.cover ? <link rel="preload" as="image" href={data.cover} /> : null;
}
