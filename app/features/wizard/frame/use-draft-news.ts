import { useLocation, useRevalidator } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import * as v from "valibot";
import { steps } from "~/domain/submission/steps/steps";
import type { SlotVersions } from "~/domain/uploads/upload";
import { ALREADY_SUBMITTED } from "~/domain/uploads/upload-texts";
import { displayedStepToken, tellStoredVersion } from "~/forms/autosave/open-autosaves.client";
import { noteDraftVersion, onDraftVersion } from "~/platform/draft-version.client";
import { readDraftVersion } from "~/platform/draft-version-header";
import { uploads } from "../upload/uploads.client";

const newsSchema = v.object({
  draftId: v.string(),
  version: v.string(),
  isSubmitted: v.boolean(),
  steps: v.record(v.string(), v.string()),
  slots: v.record(v.string(), v.number()),
  savedAt: v.string(),
});
type News = v.InferOutput<typeof newsSchema>;

/** Replies come in bursts, and this tab's own changes explain most of them a moment later. */
const DELAY_MS = 1_000;

async function askForNews(): Promise<News | undefined> {
  try {
    const reply = await fetch("/api/drafts/current", { cache: "no-store" });
    const result = v.safeParse(newsSchema, await reply.json());
    return result.success ? result.output : undefined;
  } catch {
    return undefined;
  }
}

const hasNewSlots = (slots: SlotVersions) =>
  Object.entries(slots).some(([slot, version]) => version > uploads.table.versionOf(slot));

const hasNewAnswers = (shownVersion: string | undefined, { version }: News) =>
  shownVersion !== undefined &&
  readDraftVersion(shownVersion).answers !== readDraftVersion(version).answers;

const CHANGED =
  "Your release was changed in another tab or on another device. This page shows it as it is now.";

/**
 * Learns what other tabs and devices have changed: when the page is shown again, when the connection is
 * back, and when a reply says that the draft has another version. Files are loaded anew; of a step that
 * was saved elsewhere the artist chooses a version before it is overwritten.
 * @param shown the draft as its page was loaded.
 * @returns what to say of it; empty while nothing has changed.
 */
export function useDraftNews(shown: { draftId: string; version: string } | undefined): string {
  const { pathname } = useLocation();
  const { revalidate } = useRevalidator();
  const step = steps.find(({ path }) => path === pathname.replace(/\/$/, ""))?.id;
  const [notice, setNotice] = useState({ pathname: "", text: "" });
  const latest = useRef({ shown, step, pathname, revalidate });
  useEffect(() => {
    latest.current = { shown, step, pathname, revalidate };
  });
  const { draftId, version } = shown ?? {};

  useEffect(() => {
    if (version) noteDraftVersion(version);
  }, [version]);

  useEffect(() => {
    if (!draftId) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isStopped = false;
    const look = async () => {
      const page = { draftId, step: latest.current.step ?? "" };
      const askedToken = displayedStepToken(page);
      const news = await askForNews();
      if (isStopped || news?.draftId !== draftId) return;
      const current = latest.current;
      const stored = news.steps[page.step];
      if (stored !== undefined && current.step === page.step)
        tellStoredVersion(page, { version: stored, savedAt: news.savedAt }, askedToken);
      const isReviewOld = page.step === "review" && hasNewAnswers(current.shown?.version, news);
      const isOld = hasNewSlots(news.slots) || isReviewOld;
      if (isOld) setNotice({ pathname: current.pathname, text: CHANGED });
      if (isOld || news.isSubmitted) current.revalidate();
    };
    const lookSoon = () => {
      clearTimeout(timer);
      timer = setTimeout(look, DELAY_MS);
    };
    const onShow = () => {
      if (!document.hidden) lookSoon();
    };
    const stopHearing = onDraftVersion(lookSoon);
    // Another device has submitted the release: its files are not taken any more.
    const stopWatching = uploads.table.subscribe(() => {
      if (uploads.table.allStates().some(({ text }) => text === ALREADY_SUBMITTED)) lookSoon();
    });
    document.addEventListener("visibilitychange", onShow);
    window.addEventListener("focus", onShow);
    window.addEventListener("online", lookSoon);
    return () => {
      isStopped = true;
      clearTimeout(timer);
      stopHearing();
      stopWatching();
      document.removeEventListener("visibilitychange", onShow);
      window.removeEventListener("focus", onShow);
      window.removeEventListener("online", lookSoon);
    };
  }, [draftId]);
  return notice.pathname === pathname ? notice.text : "";
}
