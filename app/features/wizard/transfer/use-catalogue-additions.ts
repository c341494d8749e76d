import { useEffect, useRef, useState } from "react";
import type { CatalogueItem } from "~/domain/catalogue/catalogue-item";
import {
  ADD_FAILED_TEXT,
  ADDED_NOTICE_MS,
  addedText,
  addFailedText,
  isListed,
} from "~/domain/catalogue/catalogue-search";
import { readRelease } from "~/domain/catalogue/catalogue-search.client";
import { type FoundRelease, itemWithoutDetails } from "~/domain/catalogue/found-release";
import { FULL_LIST_TEXT, MAX_CATALOGUE_ITEMS } from "~/domain/submission/music/transfer";
import { useFormReply } from "~/ui/form-reply-context";
import { useMusicPage } from "../music-page-context";

/** The outcome of an addition. */
export interface Notice {
  /** "good" disappears by itself, the others stay. */
  state: "busy" | "good" | "bad";
  text: string;
  hint?: string;
}

type Release = Pick<FoundRelease, "type" | "id">;

/**
 * Adds releases to the list. A search result is added at once and its details follow; a link is added with
 * its details.
 */
export function useCatalogueAdditions(initialNotice: Notice | undefined) {
  const { answers } = useMusicPage();
  const { press } = useFormReply();
  const [notice, setNotice] = useState(initialNotice);
  // Both may have changed when a reply arrives.
  const latest = useRef({ items: answers.catalogueItems, press });
  useEffect(() => {
    latest.current = { items: answers.catalogueItems, press };
  });
  const pageController = useRef<AbortController>();
  const request = useRef<AbortController>();
  useEffect(() => {
    pageController.current = new AbortController();
    return () => {
      pageController.current?.abort();
      request.current?.abort();
    };
  }, []);
  useEffect(() => {
    if (notice?.state !== "good") return;
    const timer = setTimeout(() => setNotice(undefined), ADDED_NOTICE_MS);
    return () => clearTimeout(timer);
  }, [notice]);

  function putItem(item: CatalogueItem): boolean {
    return latest.current.press(`put-item:${JSON.stringify(item)}`);
  }

  /** Shows a notice if the release cannot be added. @returns whether that is so. */
  function rejectRelease(release: Release, title: string): boolean {
    const { items } = latest.current;
    if (isListed(items, release))
      setNotice({ state: "good", text: `${title} is on your list already.` });
    else if (items.length >= MAX_CATALOGUE_ITEMS) setNotice({ state: "bad", text: FULL_LIST_TEXT });
    else return false;
    return true;
  }

  function addAndNotify(item: CatalogueItem): void {
    if (putItem(item)) setNotice({ state: "good", text: addedText(item) });
    else setNotice({ state: "bad", text: ADD_FAILED_TEXT });
  }

  return {
    notice,
    isAdded: (release: Release) => isListed(answers.catalogueItems, release),
    async addFound(foundRelease: FoundRelease): Promise<void> {
      const { signal } = pageController.current ?? new AbortController();
      if (rejectRelease(foundRelease, `"${foundRelease.title}"`)) return;
      addAndNotify(itemWithoutDetails(foundRelease));
      const details = await readRelease(foundRelease, signal);
      // It may have been removed from the list meanwhile.
      const isWanted = !signal.aborted && isListed(latest.current.items, foundRelease);
      if (details.ok && isWanted) putItem(details.value);
    },
    /** @returns whether the release is on the list then. */
    async addLink(release: Release): Promise<boolean> {
      if (rejectRelease(release, "This release")) return isListed(latest.current.items, release);
      // A new link cancels the one before.
      request.current?.abort();
      const abort = new AbortController();
      request.current = abort;
      setNotice({ state: "busy", text: "Adding…" });
      const details = await readRelease(release, abort.signal);
      if (abort.signal.aborted) return false;
      if (details.ok) addAndNotify(details.value);
      else {
        const { title: text, hint } = addFailedText(details.problem);
        setNotice({ state: "bad", text, hint });
      }
      return details.ok;
    },
  };
}

export type CatalogueAdditions = ReturnType<typeof useCatalogueAdditions>;
