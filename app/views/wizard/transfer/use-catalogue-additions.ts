import { useEffect, useRef, useState } from "react";
import type { CatalogueItem } from "~/catalogue/catalogue-item";
import {
  ADD_FAILED_TEXT,
  ADDED_NOTICE_MS,
  addedText,
  addFailedText,
  isListed,
} from "~/catalogue/catalogue-search";
import { readRelease } from "~/catalogue/catalogue-search.client";
import { type FoundRelease, itemWithoutDetails } from "~/catalogue/found-release";
import { useFormReply } from "~/components/form-reply-context";
import { FULL_LIST_TEXT, MAX_CATALOGUE_ITEMS } from "~/submission/music/transfer";
import { useMusicPage } from "../music-page-context";

/** What became of an addition. */
export interface Notice {
  /** Good news goes by itself, the others stay. */
  state: "busy" | "good" | "bad";
  text: string;
  hint?: string;
}

type Release = Pick<FoundRelease, "type" | "id">;

/**
 * Puts releases on the list. One that a search found is there at once and its details follow; one
 * of which only the link is known comes with its details.
 */
export function useCatalogueAdditions(first: Notice | undefined) {
  const { answers } = useMusicPage();
  const { press } = useFormReply();
  const [notice, setNotice] = useState(first);
  // Replies come later than they were asked for: by then both have changed.
  const now = useRef({ items: answers.catalogueItems, press });
  useEffect(() => {
    now.current = { items: answers.catalogueItems, press };
  });
  const pageGone = useRef<AbortController>();
  const request = useRef<AbortController>();
  useEffect(() => {
    pageGone.current = new AbortController();
    return () => {
      pageGone.current?.abort();
      request.current?.abort();
    };
  }, []);
  useEffect(() => {
    if (notice?.state !== "good") return;
    const timer = setTimeout(() => setNotice(undefined), ADDED_NOTICE_MS);
    return () => clearTimeout(timer);
  }, [notice]);

  function put(item: CatalogueItem): boolean {
    return now.current.press(`put-item:${JSON.stringify(item)}`);
  }

  /** Whether there is a reason not to add it, which is then told. */
  function refuse(release: Release, title: string): boolean {
    const { items } = now.current;
    if (isListed(items, release))
      setNotice({ state: "good", text: `${title} is on your list already.` });
    else if (items.length >= MAX_CATALOGUE_ITEMS) setNotice({ state: "bad", text: FULL_LIST_TEXT });
    else return false;
    return true;
  }

  function tellAdded(item: CatalogueItem): void {
    if (put(item)) setNotice({ state: "good", text: addedText(item) });
    else setNotice({ state: "bad", text: ADD_FAILED_TEXT });
  }

  return {
    notice,
    isAdded: (release: Release) => isListed(answers.catalogueItems, release),
    async addFound(foundRelease: FoundRelease): Promise<void> {
      const { signal } = pageGone.current ?? new AbortController();
      if (refuse(foundRelease, `"${foundRelease.title}"`)) return;
      tellAdded(itemWithoutDetails(foundRelease));
      const details = await readRelease(foundRelease, signal);
      // Who has taken it off the list meanwhile does not want it back.
      const isWanted = !signal.aborted && isListed(now.current.items, foundRelease);
      if (details.ok && isWanted) put(details.value);
    },
    /** @returns whether the release is on the list then. */
    async addLink(release: Release): Promise<boolean> {
      if (refuse(release, "This release")) return isListed(now.current.items, release);
      // Another link means that the one before was not meant.
      request.current?.abort();
      const abort = new AbortController();
      request.current = abort;
      setNotice({ state: "busy", text: "Adding…" });
      const details = await readRelease(release, abort.signal);
      if (abort.signal.aborted) return false;
      if (details.ok) tellAdded(details.value);
      else {
        const { title: text, hint } = addFailedText(details.problem);
        setNotice({ state: "bad", text, hint });
      }
      return details.ok;
    },
  };
}

export type CatalogueAdditions = ReturnType<typeof useCatalogueAdditions>;
